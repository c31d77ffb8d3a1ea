// The page of likely causes: draws their boards as they come into view, and filters them.

const data = JSON.parse(find("data").textContent);
const articles = [...document.querySelectorAll("article.bug")];
let view = { flipped: false, letters: false };

// Draws the board of a cause above its VFEN.
function drawFigure(figure) {
  const [name, vfen, moves] = data.bugs[Number(figure.dataset.index)], variant = data.variants[name], position = readVfen(variant, vfen);
  if (!position) return;
  const turn = position.fields[1] === "b" ? "Black" : "White";
  const board = drawBoard(variant, position, { ...view, label: `${variant.title}, ${turn} to move`, arrows: moves.slice(0, 1).map(text => [text, ""]) });
  const old = figure.querySelector(".board");
  if (old) old.replaceWith(board);
  else figure.prepend(board);
}

// Shows the causes that have all words of the search.
function filter() {
  const words = find("text").value.trim().toLowerCase().split(/\s+/).filter(Boolean);
  for (const article of articles) article.hidden = !words.every(word => article.textContent.toLowerCase().includes(word) || article.id.includes(word));
  const shown = articles.filter(article => !article.hidden).length;
  for (const section of document.querySelectorAll("section")) section.hidden = ![...section.querySelectorAll("article")].some(article => !article.hidden);
  find("count").textContent = shown === articles.length ? count(shown, "cause") : `${shown} of ${count(articles.length, "cause")}`;
}

function start() {
  document.body.prepend(sprite(data.symbols));
  const drawn = new Set();
  const watcher = new IntersectionObserver(entries => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || drawn.has(target)) continue;
      drawn.add(target);
      drawFigure(target);
    }
  }, { rootMargin: "600px" });
  for (const article of articles) watcher.observe(article.querySelector("figure"));
  addEventListener("beforeprint", () => { for (const article of articles) drawFigure(article.querySelector("figure")); });
  for (const name of ["flipped", "letters"]) find(name).addEventListener("change", event => { view[name] = event.target.checked; drawn.forEach(drawFigure); });
  find("filters").addEventListener("submit", event => event.preventDefault());
  find("text").addEventListener("input", filter);
  find("filters").hidden = find("view").hidden = false;
  filter();
}

start();
