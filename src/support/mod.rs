//! Small tools that every room may use: text made safe to print, lists, plurals, suggestions for misspelt names, digests,
//! encodings, threads, files read up to a limit, and the files of the repository that are embedded.
//!
//! Nothing here knows chess, backends or the command line.

pub mod decode;
pub mod digest;
pub mod distinct_keys;
pub mod embedded;
pub mod files;
pub mod json_path;
pub mod list;
pub mod observer;
pub mod plural;
pub mod request_lines;
pub mod sanitise;
pub mod suggest;
pub mod workers;
