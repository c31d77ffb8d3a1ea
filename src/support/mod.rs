//! Small tools that every room may use: text made safe to print, lists, plurals, suggestions for misspelt names, digests,
//! encodings, threads, files read up to a limit and written aside.
//!
//! Nothing here knows chess, backends or the command line.

#[cfg(feature = "pages")]
pub(crate) mod aside;
pub(crate) mod decode;
pub(crate) mod digest;
pub(crate) mod embedded;
pub(crate) mod files;
pub(crate) mod json_path;
pub(crate) mod list;
pub(crate) mod observer;
pub(crate) mod plural;
pub(crate) mod request_lines;
pub(crate) mod sanitise;
pub(crate) mod suggest;
pub(crate) mod workers;
