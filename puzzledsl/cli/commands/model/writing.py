"""What ``puzzledsl model --to`` does: the program of a model as a file for another program."""

from __future__ import annotations

from puzzledsl.answer import Options
from puzzledsl.cli.analysis import Analysis
from puzzledsl.cli.files import write_file
from puzzledsl.diagnostics import Diagnostic
from puzzledsl.export import export
from puzzledsl.export.pyomo import script
from puzzledsl.solve import encoded_model


class Writing(Analysis[str]):
    """One call of ``puzzledsl model --to``."""

    stage = "writing the program"
    objective = True
    form: str
    output: str
    presolve: str

    def ask(self) -> str:
        """Write the program as text."""
        if self.form == "pyomo":
            return script(self.model, self.encoding or "binary")
        encoded = encoded_model(self.model, Options(self.encoding or "binary", presolve=self.presolve))
        return export(encoded, self.form, self.model.title)

    def show(self, found: str | None) -> None:
        """Write the file."""
        if found is None:
            self.invocation.complain([Diagnostic(self.why, code="late")])
        else:
            write_file(self.output, found)
