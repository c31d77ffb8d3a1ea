//! Backends that lie, hang, crash and flood. For each of them: the right verdict on the right checks and `pass` on all others, in
//! bounded time and memory, and nothing that it started is left. The backend is `liar.rs`, which says what the words mean; the table of what it does is `modes.rs`.

#![cfg(target_os = "linux")]

mod commands;
mod floods;
mod hellos;
mod interrupt;
mod lies;
mod modes;
mod records;
mod relations;
mod run;
