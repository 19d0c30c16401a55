// What a module asks of the browser when it is loaded.

globalThis.sessionStorage = { getItem: () => null, setItem: () => undefined };
