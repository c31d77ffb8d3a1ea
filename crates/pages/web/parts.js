// Small parts that pages share: numbers in words, tables, texts to copy.

const find = id => document.getElementById(id);

const count = (number, one, many) => `${number.toLocaleString("en")} ${number === 1 ? one : many || one + "s"}`;

// Copies a text, and says so on the button for a moment.
async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = make("textarea", { class: "skip", "aria-hidden": "true" });
    field.value = text;
    button.after(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  const words = button.textContent;
  button.textContent = "Copied";
  setTimeout(() => { button.textContent = words; }, 1500);
}

// A text to copy, with its button.
function copyable(text, label) {
  const button = make("button", { type: "button", class: "copy", "aria-label": "Copy " + label }, "Copy");
  button.addEventListener("click", () => copy(text, button));
  const code = make("code", { tabindex: 0 }, text);
  return make("div", { class: "command" }, code, button);
}

// A table of texts.
function table(heads, lines) {
  return make("div", { class: "scroll" }, make("table", {}, make("thead", {}, make("tr", {}, heads.map(head => make("th", { scope: "col" }, head)))), make("tbody", {}, lines.map(line => make("tr", {}, line.map(text => make("td", {}, make("code", {}, text))))))));
}
