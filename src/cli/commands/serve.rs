//! `vperft serve`.

use crate::backend::Registry;
use crate::backend::serve::{OPTIONAL, ServeError, Server};
use crate::cli::args::backend::BackendArgs;
use crate::cli::exit::{CliError, Exit};
use crate::game::variant::VariantId;
use std::io::{self, BufWriter};

/// Be a backend for other programs: answer requests of the json-lines protocol on stdin
///
/// docs/protocol.md specifies the protocol. `vperft run --backend 'cmd:vperft serve --backend fast'` shows it at
/// work.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The variants to answer for; all that the backend has if none is given
    #[arg(value_parser = crate::cli::args::variant::named())]
    variants: Vec<VariantId>,
    #[command(flatten)]
    backend: BackendArgs,
    /// Offer nothing that is optional, so that the harness works counts out from moves and what they lead to
    #[arg(long)]
    plain: bool,
}

pub(crate) fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    let (mut backend, options, variants) = args.backend.open_for(registry, &args.variants)?;
    let rulings = args.backend.readings(backend.as_ref(), &options)?;
    let native = if args.plain { &[] } else { OPTIONAL };
    let mut server = Server { backend: backend.as_mut(), variants, rulings, native };
    server.run(io::stdin().lock(), BufWriter::new(io::stdout().lock())).map_err(|error| match error {
        ServeError::Requests(error) if error.kind() == io::ErrorKind::InvalidData => {
            CliError::Input(format!("stdin: {error}"))
        }
        ServeError::Requests(error) => CliError::Io(io::Error::new(error.kind(), format!("stdin: {error}"))),
        ServeError::Answers(error) => CliError::Output(error),
    })?;
    Ok(Exit::Success)
}
