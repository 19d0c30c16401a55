"""The local servers: the page of `puzzledsl edit`, and the socket of `puzzledsl connect`.

Both listen on the loopback interface only. They need the extra ``web``. Nothing here knows the command line: the
commands pass in what runs a command and what writes a file.
"""
