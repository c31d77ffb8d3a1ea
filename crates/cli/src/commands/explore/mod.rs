//! `vperft explore`: serves a page on which positions are played and rules are asked about.

mod server;

use crate::args::backend;
use crate::args::position::given;
use crate::args::program::ProgramArgs;
use crate::args::selected;
use crate::args::value::{clause, lower};
use crate::exit::{CliError, Exit};
use crate::output::file;
use crate::output::read::named;
use crate::{interrupt, output};
use server::Content;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use vperft::inner::backend::{Options, Registry};
use vperft::inner::game::variant::{Clause, VariantId};
use vperft_pages::explore::{Answers, Explorer, Initial, NamedBackend, Rules, answer_lines, page};

/// Play positions in a browser and click why a move is not legal
///
/// Serves a page on this machine and prints its address, which holds a secret. Click a piece for its moves, and any other square for
/// the clause that forbids a move to it. With --backend, the page shows what that backend answers differently. Ctrl-C ends it.
///
/// With --stdin, answers requests of the page instead, one a line. With --module, writes a page that needs no server.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The variant to begin with
    #[arg(value_parser = crate::args::variant::named())]
    variant: Option<VariantId>,
    /// Compare this backend with the rules, such as 'cmd:./engine' (repeatable)
    #[arg(id = "backend", long = "backend", value_name = "NAME")]
    backends: Vec<String>,
    /// The position to begin with, as VFEN or FEN
    #[arg(long, visible_alias = "fen", value_name = "VFEN", requires = "variant")]
    vfen: Option<String>,
    /// The port of the address; 0 lets the system choose
    #[arg(long, value_name = "N", default_value_t = 0)]
    port: u16,
    /// Answer requests from stdin on stdout, one a line, instead of serving
    #[arg(long, conflicts_with_all = ["vfen", "port"])]
    stdin: bool,
    /// Write a page with this WebAssembly module instead of serving: it works from disk
    #[arg(long, value_name = "FILE.wasm.gz", conflicts_with_all = ["backend", "port", "stdin"])]
    module: Option<PathBuf>,
    /// Write that page to this file instead of stdout
    #[arg(long, value_name = "FILE", requires = "module")]
    out: Option<PathBuf>,
    /// Begin with another reading, such as archer-slide=move-only (repeatable)
    #[arg(long = "ruling", value_name = "NAME=VALUE", value_parser = lower, help_heading = "Backend options")]
    rulings: Vec<String>,
    /// Begin without a clause of the rules, such as RYU-EP (repeatable)
    #[arg(long = "without", value_name = "CLAUSE", value_parser = clause, help_heading = "Backend options")]
    without: Vec<Clause>,
    #[command(flatten)]
    program: ProgramArgs,
}

/// The first bytes of every file in the format of gzip.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Everything that opens backends.
struct Setup {
    registry: Registry,
    names: Vec<String>,
    options: Options,
}

pub fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    let variants = args.variant.map_or_else(VariantId::all, |variant| vec![variant]);
    let rules = backend::options(&args.rulings, &args.without, &variants)?;
    let names: Vec<_> = args.backends.iter().map(String::as_str).collect();
    let options = args.program.options(Options::default(), &names)?;
    // A wrong name is an error now, and not a line of the page.
    for name in &names {
        selected::open(registry, name, &options)?;
    }
    let root = match (args.variant, &args.vfen) {
        (Some(variant), Some(text)) => Some(given(variant, &rules.rulings, text)?),
        _ => None,
    };
    let initial = Initial {
        variant: args.variant.map(|variant| variant.name().to_owned()),
        root,
        rulings: args.rulings.clone(),
        without: args.without.iter().map(|clause| clause.id().to_owned()).collect(),
    };
    let setup = Arc::new(Setup { registry: registry.clone(), names: args.backends.clone(), options });
    if args.stdin {
        let input = io::stdin().lock();
        answer_lines(&mut setup.explorer(), input, io::stdout().lock())?;
        return Ok(Exit::Success);
    }
    let variants = setup.explorer().variants();
    if let Some(module) = &args.module {
        let page = page(&variants, Answers::Module { gzip: &read_module(module)? }, &initial).0;
        match &args.out {
            Some(path) => file::put(path, page.as_bytes())?,
            None => output::text(page)?,
        }
        return Ok(Exit::Success);
    }
    let (page, policy) = page(&variants, Answers::Server { backends: &names }, &initial);
    interrupt::stop_on_signal();
    let ready = |address: &str| {
        let _ = output::line(address);
        output::note("Ctrl-C ends the page");
    };
    let served = server::serve(
        args.port,
        Content { page, policy },
        move || setup.explorer(),
        ready,
        interrupt::is_stopped,
    );
    served.map_err(|error| io::Error::new(error.kind(), format!("port {}: {error}", args.port)))?;
    Ok(Exit::Success)
}

/// A WebAssembly module in the format of gzip.
fn read_module(path: &Path) -> io::Result<Vec<u8>> {
    let bytes = fs::read(path).map_err(|error| named(path, error))?;
    if !bytes.starts_with(&GZIP) {
        let problem = "expected a WebAssembly module that gzip has compressed";
        return Err(named(path, io::Error::new(io::ErrorKind::InvalidData, problem)));
    }
    Ok(bytes)
}

impl Setup {
    /// An explorer of the built-in rules and the named backends.
    fn explorer(self: &Arc<Self>) -> Explorer {
        let named = self.names.iter().map(|name| {
            let (setup, name) = (Arc::clone(self), name.clone());
            NamedBackend {
                name: name.clone(),
                is_program: backend::is_program(&name),
                open: Box::new(move |rulings| {
                    let options = Options { rulings: rulings.clone(), ..setup.options.clone() };
                    selected::open(&setup.registry, &name, &options).map_err(|error| error.to_string())
                }),
            }
        });
        Explorer::new(Rules::built_in(), named.collect())
    }
}
