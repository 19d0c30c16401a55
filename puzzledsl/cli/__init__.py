"""The command line: one file a command in `puzzledsl.cli.commands`, loaded when it is used."""
