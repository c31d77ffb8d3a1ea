//! Counts with threads and a hash table: results do not depend on either, and counts stop cleanly.

mod classes;
mod published;
mod stops;
mod table;
mod tree;
mod work;
