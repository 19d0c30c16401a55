// The panes: the splitter between them, the tabs, light and dark.

import { announce, byId } from "./dom";

/** Let the splitter divide the page, by pointer and by keys. */
export function splitter(): void {
  const main = byId("main");
  const bar = byId("splitter");
  const set = (share: number): void => {
    const kept = Math.round(Math.max(22, Math.min(70, share)));
    main.style.setProperty("--share", `${kept}%`);
    bar.setAttribute("aria-valuenow", String(kept));
    store("share", String(kept));
  };
  set(Number(stored("share") ?? 38));
  bar.addEventListener("pointerdown", (event) => {
    bar.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  bar.addEventListener("pointermove", (event) => {
    if (!bar.hasPointerCapture(event.pointerId)) return;
    const box = main.getBoundingClientRect();
    set(((event.clientX - box.left) / box.width) * 100);
  });
  bar.addEventListener("dblclick", () => set(38));
  bar.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -2, ArrowRight: 2 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    set(Number(bar.getAttribute("aria-valuenow")) + step);
  });
}

/** Tabs as the ARIA practices have them: arrows move, the chosen one is in the tab order. */
export function tabs(list: HTMLElement, chosen: (name: string) => void): (name: string) => void {
  const all = [...list.querySelectorAll<HTMLElement>('[role="tab"]')];
  const choose = (name: string): void => {
    for (const tab of all) {
      const own = tab.dataset["tab"] === name;
      tab.setAttribute("aria-selected", String(own));
      tab.tabIndex = own ? 0 : -1;
    }
    chosen(name);
  };
  list.addEventListener("click", (event) => {
    const tab = (event.target as HTMLElement).closest<HTMLElement>('[role="tab"]');
    if (tab) choose(tab.dataset["tab"] ?? "");
  });
  list.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (step === undefined || at < 0) return;
    event.preventDefault();
    const next = all[(at + step + all.length) % all.length];
    next?.focus();
    choose(next?.dataset["tab"] ?? "");
  });
  return choose;
}

const THEMES = ["auto", "light", "dark"] as const;

/** The button that goes round light, dark and what the system prefers. */
export function themes(): void {
  const button = byId("theme");
  const set = (name: (typeof THEMES)[number]): void => {
    if (name === "auto") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = name;
    const words = { auto: "Colours: as the system", light: "Colours: light", dark: "Colours: dark" }[name];
    button.title = words;
    button.setAttribute("aria-label", words);
    button.querySelector("use")?.setAttribute("href", `#i-${name}`);
    store("theme", name);
  };
  let now = THEMES.find((name) => name === stored("theme")) ?? "auto";
  set(now);
  button.addEventListener("click", () => {
    now = THEMES[(THEMES.indexOf(now) + 1) % THEMES.length] ?? "auto";
    set(now);
    announce(button.title);
  });
}

function stored(name: string): string | null {
  try {
    return window.localStorage.getItem(`puzzledsl-${name}`);
  } catch {
    return null;
  }
}

function store(name: string, value: string): void {
  try {
    window.localStorage.setItem(`puzzledsl-${name}`, value);
  } catch {
    // A browser that keeps nothing: the next visit begins with the defaults.
  }
}
