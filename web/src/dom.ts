// Small constructors of elements. Text is always set as text, never as markup.

import type { Exported } from "./contract";

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | null | undefined | ((event: never) => void)>;

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element; `onclick` and the like become listeners, `true` an empty attribute, `false` and `null` none. */
export function html<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  assign(element, attributes);
  append(element, children);
  return element;
}

/** An SVG element. */
export function svg<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, name);
  assign(element, attributes);
  append(element, children);
  return element;
}

/** An icon of `index.html`, by its name. */
export function icon(name: string): SVGSVGElement {
  return svg("svg", { class: "icon", "aria-hidden": "true" }, svg("use", { href: `#i-${name}` }));
}

/** The element with this id, which `index.html` has. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element as T;
}

/** The picture in a text, or nothing; scripts and outside resources are taken out. */
export function pictureOf(text: string | null | undefined): SVGSVGElement | null {
  if (!text) return null;
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (root.namespaceURI !== SVG || root.localName !== "svg") return null;
  for (const element of root.querySelectorAll("script, foreignObject, image, use, a, style")) element.remove();
  return document.importNode(root, true) as unknown as SVGSVGElement;
}

function assign(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value as (event: Event) => void);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
}

function append(element: Element, children: Child[]): void {
  for (const child of children) if (child) element.append(child);
}

let heard: HTMLElement | null = null;

/** Say something to screen readers. */
export function announce(words: string): void {
  heard ??= byId("announcer");
  heard.textContent = "";
  // A second text in the same turn is not read; the empty one has to be seen first.
  window.setTimeout(() => {
    if (heard) heard.textContent = words;
  }, 30);
}

/** Show a short message at the foot of the page for some seconds. */
export function toast(words: string, kind: "info" | "error" = "info"): void {
  const shelf = byId("toasts");
  const note = html("div", { class: `toast ${kind}` }, words);
  while (shelf.children.length > 2) shelf.firstElementChild?.remove();
  shelf.append(note);
  announce(words);
  window.setTimeout(() => note.remove(), kind === "error" ? 8000 : 4000);
}

/** Give a file to the downloads of the browser. */
export function download(file: Pick<Exported, "content" | "media_type" | "name" | "base64">): void {
  const bytes = file.base64
    ? Uint8Array.from(atob(file.content), (sign) => sign.charCodeAt(0))
    : file.content;
  const url = URL.createObjectURL(new Blob([bytes], { type: file.media_type }));
  const link = html("a", { href: url, download: file.name });
  document.body.append(link);
  link.click();
  link.remove();
  window.setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
