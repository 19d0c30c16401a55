// The little Markdown that hovers and completions use: paragraphs, lists, fenced and inline code, bold, italics.

import { html } from "./dom";

/** The text as elements. Links show their words only: nothing on this page leads elsewhere by itself. */
export function markdown(text: string): DocumentFragment {
  const out = document.createDocumentFragment();
  const parts = text.split(/^```.*$/m);
  parts.forEach((part, k) => {
    if (k % 2 === 1) {
      out.append(html("pre", {}, html("code", {}, part.replace(/^\n|\n$/g, ""))));
      return;
    }
    for (const block of part.split(/\n\s*\n/)) {
      const lines = block.trim();
      if (!lines) continue;
      if (/^[-*] /.test(lines)) {
        out.append(html("ul", {}, ...lines.split(/\n(?=[-*] )/).map((item) => inline(html("li"), item.slice(2)))));
      } else if (lines === "---") {
        out.append(html("hr"));
      } else {
        out.append(inline(html("p"), lines.replace(/^#+ /, "")));
      }
    }
  });
  return out;
}

function inline<T extends HTMLElement>(into: T, text: string): T {
  for (const piece of text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*|\[[^\]]+\]\([^)]*\))/)) {
    if (/^`.+`$/.test(piece)) into.append(html("code", {}, piece.slice(1, -1)));
    else if (/^\*\*.+\*\*$/.test(piece)) into.append(html("strong", {}, piece.slice(2, -2)));
    else if (/^\*.+\*$/.test(piece)) into.append(html("em", {}, piece.slice(1, -1)));
    else if (/^\[[^\]]+\]\(/.test(piece)) into.append(piece.slice(1, piece.indexOf("](")));
    else into.append(piece);
  }
  return into;
}
