//! Counts with threads and a hash table: exact whatever the means, and cleanly ended.

mod published;
mod stops;
mod table;
mod tree;
mod work;
