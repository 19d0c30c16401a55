"""The language server: what `puzzledsl.editing` knows, in the protocol that editors speak (LSP 3.17, by pygls).

`server` answers requests, `texts` holds the open documents, `converting` turns our records into the protocol's, and
`commands` solves in the background. It needs the extra ``lsp``.
"""
