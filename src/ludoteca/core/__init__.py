"""Server logic without networking: logins, tables, chat and moderation.

The packages, from top to bottom (imports go down only):

- `dispatch`: answers every request, and replicates the records from other nodes
- `chat`: checks, records and distributes messages
- `notifications`: notifies absent players
- `moderation`: bans, mutes, reports, the audit log, quotas; operators and owners; draining
- `people`: names, accounts, credentials, logins
- `lobby`: all tables and their listings
- `archive`: finished games, and the positions of running ones
- `tables`: one table
- `ratings`: the rating of each player
- `rate_limits`, `journaling`, `services`: shared by all packages
- `nodes`: the bus, the roster, clocks
"""

from ludoteca.core.archive.analysis import Line
from ludoteca.core.archive.attempts import Attempt
from ludoteca.core.archive.lessons import Trial, Tried
from ludoteca.core.archive.puzzles import PuzzleBook, PuzzlePosition, PuzzleTried
from ludoteca.core.archive.replays import Final, read_replay, replay_of
from ludoteca.core.dispatch.dispatcher import Dispatcher
from ludoteca.core.dispatch.personal_data import PersonalData
from ludoteca.core.people.logins import Guests
from ludoteca.core.rate_limits import Capacity, capacity_of, limits_of
from ludoteca.core.ratings.standings import PoolOf
from ludoteca.core.services import Services, SystemChance
from ludoteca.core.tables.absence_policy import AbsencePolicy
from ludoteca.core.tables.history import Moment
from ludoteca.core.tables.table import Table

__all__ = [
    "AbsencePolicy",
    "Attempt",
    "Capacity",
    "Dispatcher",
    "Final",
    "Guests",
    "Line",
    "Moment",
    "PersonalData",
    "PoolOf",
    "PuzzleBook",
    "PuzzlePosition",
    "PuzzleTried",
    "Services",
    "SystemChance",
    "Table",
    "Trial",
    "Tried",
    "capacity_of",
    "limits_of",
    "read_replay",
    "replay_of",
]
