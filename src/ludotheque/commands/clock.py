"""The command `clock`: measures whether this machine times programs fairly."""

from ludotheque import clock_check, cores, sandbox
from ludotheque.clock_check import LIMIT_SECONDS, THINK_SECONDS
from ludotheque.commands.parser import Arguments, Commands


def add(commands: Commands) -> None:
    commands.add("clock", measure_clock, "measure how many matches this machine runs fairly")


def measure_clock(arguments: Arguments) -> int:
    """Return 1 if not even one program is timed fairly."""
    tier = sandbox.find_tier()
    print(f"Sandbox: {tier} ({sandbox.ABOUT[tier]})")
    if tier != sandbox.Tier.FULL:
        print(f"  {sandbox.why_not_full()}; {sandbox.ADVICE}")
    print(f"Cores: {len(cores.usable())}")
    for warning in clock_check.find_warnings():
        print(f"  {warning}")
    print(f"Start of a small program: {clock_check.measure_start() * 1000:.0f} ms")
    print(f"Question and answer: {clock_check.measure_round_trip() * 1e6:.0f} µs")
    print(f"Programs that need {THINK_SECONDS * 1000:.0f} ms of {LIMIT_SECONDS * 1000:.0f} ms, at the same time:")
    steps = clock_check.count_fair_programs()
    for one in steps:
        late = f"{one.late} late, {one.excused} of them because the machine was busy" if one.late else "none late"
        print(f"  {one.programs}: slowest {one.slowest * 1000:.1f} ms, {late}")
    print(f"Fair: {clock_check.describe(steps)}.")
    return 0 if steps[0].is_fair else 1
