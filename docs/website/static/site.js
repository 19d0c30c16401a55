// The front page: a puzzle that is touched becomes the page to play it on. The genres: those whose names have what is searched for.

document.addEventListener("DOMContentLoaded", () => {
  const front = document.querySelector(".front");
  front?.addEventListener("click", (event) => {
    const link = event.target.closest(".picture")?.querySelector("a.play");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const frame = front.querySelector("iframe") ?? front.insertBefore(document.createElement("iframe"), front.firstChild);
    frame.title = link.textContent;
    frame.src = "about:blank"; // the same address with another puzzle behind its # would not be loaded anew
    setTimeout(() => frame.contentWindow.location.replace(link.href));
  });

  const search = document.querySelector("#genre");
  search?.addEventListener("input", () => {
    const words = search.value.toLowerCase();
    for (const genre of document.querySelectorAll("#genres > section")) {
      const names = [...genre.querySelectorAll("h2, code")].map((name) => name.textContent.toLowerCase());
      genre.hidden = !names.some((name) => name.includes(words));
    }
  });
});
