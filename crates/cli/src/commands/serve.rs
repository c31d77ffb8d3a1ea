//! `vperft serve`: makes a built-in backend available by the json-lines protocol.

use crate::args::backend::BackendArgs;
use crate::exit::{CliError, Exit};
use std::io::{self, BufWriter};
use vperft::inner::backend::serve::{OPTIONAL, ServeError, Server};
use vperft::inner::backend::{Backend, Registry};
use vperft::inner::game::variant::{Clause, VariantId};

/// Answer requests of the json-lines protocol on stdin
///
/// This makes a built-in backend available to other programs. `vperft run --backend 'cmd:vperft serve --backend fast'` is an example.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The variants to answer for [default: all that the backend has]
    #[arg(value_parser = crate::args::variant::named())]
    variants: Vec<VariantId>,
    #[command(flatten)]
    backend: BackendArgs,
    /// Offer no optional requests
    ///
    /// The client must then count by asking for moves and the positions after them.
    #[arg(long)]
    plain: bool,
}

pub fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    let (selected, mut backend, variants) = args.backend.open_for(registry, &args.variants)?;
    let rulings = selected.readings(backend.as_ref())?;
    let native = if args.plain { &[] } else { OPTIONAL };
    let identity = identity(backend.as_ref(), selected.without);
    let mut server = Server { backend: backend.as_mut(), identity, variants, rulings, native };
    server.run(io::stdin().lock(), BufWriter::new(io::stdout().lock())).map_err(|error| match error {
        ServeError::Requests(error) if error.kind() == io::ErrorKind::InvalidData => {
            CliError::Input(format!("stdin: {error}"))
        }
        ServeError::Requests(error) => CliError::Io(io::Error::new(error.kind(), format!("stdin: {error}"))),
        ServeError::Answers(error) => CliError::Output(error),
    })?;
    Ok(Exit::Success)
}

/// The name and version of a backend without some clauses: `reference@0.1.0+without.RYU-EP`. Its answers must not pass for those of the
/// whole rules.
fn identity(backend: &dyn Backend, without: &[Clause]) -> String {
    let identity = backend.identity();
    match without {
        [] => identity,
        _ => identity + "+without." + &without.iter().map(|clause| clause.id()).collect::<Vec<_>>().join("."),
    }
}
