"""Fight and roster files: read, check, report every fault.

`load` gives a fight ready for the readers, `check` what is wrong with a file, `schema` what a book's files may hold.
"""

from coldsteel.fights.faults import Fault
from coldsteel.fights.files import MOST_BYTES
from coldsteel.fights.load import Fight, check, examined, load, received, restored, values_of
from coldsteel.fights.schema import schema
from coldsteel.fights.scratch import scratch
from coldsteel.fights.write import toml_of

__all__ = [
    "MOST_BYTES",
    "Fault",
    "Fight",
    "check",
    "examined",
    "load",
    "received",
    "restored",
    "schema",
    "scratch",
    "toml_of",
    "values_of",
]
