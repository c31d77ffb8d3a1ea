"""Lists the public interface of a documented crate, or the types in it that no example uses.

python3 ci/public-api.py list DOC             a line for each item and method: where it is, and its signature
python3 ci/public-api.py unused DOC FOLDER    the types without an example in the README, docs, examples or doc comments of FOLDER

DOC is the folder of the crate that `cargo doc` has written. Hidden items are not in it.
"""

import html
import re
import sys
from pathlib import Path

ITEM = re.compile(r"(struct|enum|trait|type|union|fn|constant|macro)\.(\w+)\.html")
DECLARATION = re.compile(
    r'<pre class="rust item-decl"><code>(.*?)</code></pre>|<h4 class="code-header">(.*?)</h4>', re.S
)
FENCE = re.compile(r"^```[^\n]*\n(.*?)^```", re.S | re.M)
DOC_COMMENT = re.compile(r"^ *//[/!] ?(.*)$", re.M)


def public(doc):
    """The pages of the modules that the crate's page leads to: rustdoc writes others for items that are reached by private paths."""
    index = (doc / "index.html").read_text()
    modules = re.findall(r'href="(\w+)/index\.html"', index)
    for page in sorted([*doc.glob("*.html"), *(page for name in modules for page in (doc / name).rglob("*.html"))]):
        item = ITEM.fullmatch(page.name)
        if item:
            yield page, item[1], item[2]


def signatures(doc):
    lines = set()
    for page, _, name in public(doc):
        own = re.split('id="(?:trait|synthetic|blanket)-implementations"', page.read_text())[0]
        for declaration in DECLARATION.finditer(own):
            text = html.unescape(re.sub(r"<[^>]+>", "", declaration[1] or declaration[2]))
            lines.add(f"{page.parent.relative_to(doc)}::{name}: {' '.join(text.split())}")
    return sorted(lines)


def examples(folder):
    for page in [folder / "README.md", *folder.glob("docs/*.md")]:
        yield from FENCE.findall(page.read_text())
    for source in [*folder.glob("examples/**/*.rs"), *folder.glob("adapters/**/*.rs")]:
        yield source.read_text()
    for skeleton in folder.glob("crates/lab/src/upkeep/scaffold/rust.txt"):
        yield skeleton.read_text()
    for source in [*folder.glob("src/**/*.rs"), *folder.glob("crates/*/src/lib.rs")]:
        yield from FENCE.findall("\n".join(DOC_COMMENT.findall(source.read_text())))


def unused(doc, folder):
    words = set(re.findall(r"\w+", "\n".join(examples(folder))))
    types = {name for _, kind, name in public(doc) if kind in ("struct", "enum", "trait", "type", "union")}
    return sorted(types - words)


command, doc, *rest = sys.argv[1:]
print("\n".join(signatures(Path(doc)) if command == "list" else unused(Path(doc), Path(rest[0]))))
