// The scores of the search. They are those of Sphinx; but an entry of the index is shown with the heading that it leads to.
var Scorer = {
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,

  score: (result) => {
    const [page, title, anchor, , score, , kind] = result;
    if (kind === "index" && anchor) {
      const { alltitles, docnames } = Search._index;
      const leadsHere = ([file, id]) => docnames[file] === page && `#${id}` === anchor;
      const heading = Object.entries(alltitles).find(([, places]) => places.some(leadsHere));
      if (heading) result[1] = `${title} > ${heading[0]}`;
    }
    return score;
  },
};
