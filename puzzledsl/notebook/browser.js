// Pictures to click through. The model has `frames` (SVG), `captions` and `index`.
function render({ model, el }) {
  const make = (tag, attributes, parent) => Object.assign(parent.appendChild(document.createElement(tag)), attributes);
  const root = make("div", { className: "puz-browser", tabIndex: 0 }, el);
  const bar = make("div", { className: "puz-bar" }, root);
  const button = (text, label, move) => {
    const found = make("button", { type: "button", textContent: text, title: label }, bar);
    found.setAttribute("aria-label", label);
    found.addEventListener("click", () => go(move()));
    return found;
  };
  const last = () => model.get("frames").length - 1;
  const first = button("|◀", "First", () => 0);
  const back = button("◀", "Back", () => model.get("index") - 1);
  const slider = make("input", { type: "range", min: 0 }, bar);
  slider.setAttribute("aria-label", "Picture");
  slider.addEventListener("input", () => go(Number(slider.value)));
  const on = button("▶", "Next", () => model.get("index") + 1);
  const end = button("▶|", "Last", last);
  const count = make("span", { className: "puz-count" }, bar);
  const caption = make("p", { className: "puz-caption" }, root);
  caption.setAttribute("role", "status");
  const image = make("img", {}, root);

  function go(index) {
    model.set("index", Math.max(0, Math.min(index, last())));
    model.save_changes();
  }

  function draw() {
    const index = model.get("index");
    slider.max = last();
    slider.value = index;
    first.disabled = back.disabled = index === 0;
    on.disabled = end.disabled = index === last();
    count.textContent = `${index + 1} / ${last() + 1}`;
    caption.textContent = image.alt = model.get("captions")[index] ?? "";
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(model.get("frames")[index] ?? "")}`;
  }

  root.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step && event.target !== slider) {
      event.preventDefault();
      go(model.get("index") + step);
    }
  });
  model.on("change:index", draw);
  model.on("change:frames", draw);
  draw();
  return () => {
    model.off("change:index", draw);
    model.off("change:frames", draw);
  };
}

export default { render };
