//! The variants, clauses, cases and bugs that `vperft` lists.

use crate::Result;
use crate::vperft::Vperft;
use serde::Deserialize;
use std::collections::BTreeSet;

/// Everything that the book shows.
pub struct Corpus {
    pub variants: Vec<Variant>,
    /// In the order of the rules texts, the shared ones first.
    pub clauses: Vec<Clause>,
    pub cases: Vec<Case>,
    pub bugs: Vec<Bug>,
}

#[derive(Deserialize)]
pub struct Variant {
    pub variant: String,
    pub title: String,
}

#[derive(Deserialize)]
pub struct Clause {
    #[serde(rename = "clause")]
    pub id: String,
    pub text: String,
    /// `None` for a clause that all variants share.
    pub variant: Option<String>,
    /// The kinds of pieces that it is about.
    pub pieces: Vec<String>,
}

#[derive(Deserialize)]
pub struct Case {
    pub variant: String,
    pub id: String,
    pub title: String,
    pub vfen: String,
    /// The moves that are played before the checks.
    pub line: Vec<String>,
    pub clauses: Vec<String>,
    pub bugs: Vec<String>,
    pub checks: Vec<Check>,
}

#[derive(Deserialize)]
pub struct Check {
    pub kind: String,
}

#[derive(Deserialize)]
pub struct Bug {
    pub variant: String,
    pub id: String,
    pub title: String,
}

#[derive(Deserialize)]
struct Clauses {
    clauses: Vec<Clause>,
}

#[derive(Deserialize)]
struct Cases {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Bugs {
    bugs: Vec<Bug>,
}

impl Corpus {
    pub fn read(vperft: &Vperft) -> Result<Self> {
        let ask = |words: &[&str]| vperft.run(words)?.expect(&[0], &format!("vperft {}", words.join(" ")));
        let variants: Vec<Variant> = ask(&["variants", "--format", "json"])?.json()?;
        let mut clauses = ask(&["rules", "--format", "json"])?.json::<Clauses>()?.clauses;
        for one in &variants {
            clauses.extend(ask(&["rules", &one.variant, "--format", "json"])?.json::<Clauses>()?.clauses);
        }
        let cases = ask(&["export", "--format", "json"])?.json::<Cases>()?.cases;
        let bugs = ask(&["bugs", "--format", "json"])?.json::<Bugs>()?.bugs;
        Ok(Self { variants, clauses, cases, bugs })
    }

    /// The ids of all clauses.
    pub fn ids(&self) -> BTreeSet<&str> {
        self.clauses.iter().map(|clause| clause.id.as_str()).collect()
    }

    /// The cases that cite a clause.
    pub fn citing<'c>(&'c self, id: &'c str) -> impl Iterator<Item = &'c Case> {
        self.cases.iter().filter(move |case| case.clauses.iter().any(|one| one == id))
    }
}

impl Clause {
    /// The path of its page, without the ending.
    pub fn path(&self) -> String {
        match &self.variant {
            Some(variant) => format!("suites/{variant}/clauses/{}", self.id),
            None => format!("suites/clauses/{}", self.id),
        }
    }
}
