// The page that compares implementations: groups of clauses fold.

for (const group of document.querySelectorAll("tbody.group")) {
  const button = group.querySelector("button"), rows = group.querySelectorAll("tr.clause");
  const show = isOpen => {
    button.setAttribute("aria-expanded", String(isOpen));
    rows.forEach(row => { row.hidden = !isOpen; });
  };
  group.querySelector(".plain").remove();
  button.hidden = false;
  button.addEventListener("click", () => show(button.getAttribute("aria-expanded") === "false"));
  show(false);
}
