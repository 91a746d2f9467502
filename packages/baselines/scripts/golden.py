"""Golden texts from Python itself: the prompts of Appendix A.2 and A.3 as f-strings, over json.dumps.

From this package's folder:

    python3 scripts/golden.py --write    rewrites the two committed files
    python3 scripts/golden.py memory     prints one of them: memory or stateful

Texts and Python versions are those of packages/core/scripts/golden.py, which also writes A.1 and A.4.
"""

import importlib.util
import json
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
spec = importlib.util.spec_from_file_location("core_golden", PACKAGE.parent / "core" / "scripts" / "golden.py")
core = importlib.util.module_from_spec(spec)
sys.dont_write_bytecode = True
spec.loader.exec_module(core)

SUMMARIES = ["", "shelf_0 holds item_3.", "Two lines:\n\n- caf\u00e9 \U0001f4e6 {braces} ${dollar}"]


def history(turns):
    return "".join(f"Observation: {turn['observation']}\nResponse: {turn['response']}\n" for turn in turns)


def a2(instructions, summary, turns, observation):
    return (
        f"Instructions:\n{instructions}\n\nSummarized History:\n{summary}\n\n"
        f"Recent History:\n{history(turns)}\n"
        f"Latest Observation: {observation}\n"
        f"Generate your next reasoning and action (format 'Action: <cmd>'):"
    )


def a3(instructions, state, turns, observation):
    return (
        f"Instructions:\n{instructions}\n\nCurrent State:\n{json.dumps(state, indent=2)}\n\n"
        f"History:\n{history(turns)}\n"
        f"Latest Observation: {observation}\n"
        f"Update the state if necessary, provide reasoning, and output 'Action: <cmd>'.\n"
        f'To update state, use the format: StateUpdate: {{"key": "value"}}'
    )


TURNS = [{"observation": o, "response": r} for o, r in zip(core.OBSERVATIONS, core.RESPONSES)]


def memory_cases():
    for instructions in core.INSTRUCTIONS:
        for summary in SUMMARIES:
            for count in range(len(TURNS) + 1):
                case = {"instructions": instructions, "summary": summary, "turns": TURNS[:count]}
                yield with_prompt(a2, {**case, "observation": core.OBSERVATIONS[count % len(TURNS)]})


def stateful_cases():
    for instructions in core.INSTRUCTIONS:
        for state in core.STATES:
            for count in range(len(TURNS) + 1):
                case = {"instructions": instructions, "state": state, "turns": TURNS[:count]}
                yield with_prompt(a3, {**case, "observation": core.OBSERVATIONS[count % len(TURNS)]})


def with_prompt(layout, case):
    return {**case, "prompt": layout(*case.values())}


CASES = {"memory": memory_cases, "stateful": stateful_cases}


def render(name):
    return json.dumps(list(CASES[name]()), indent=2) + "\n"


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        for name in CASES:
            (PACKAGE / "test" / "golden" / f"{name}.json").write_bytes(render(name).encode("ascii"))
    elif len(sys.argv) == 2 and sys.argv[1] in CASES:
        sys.stdout.write(render(sys.argv[1]))
    else:
        sys.exit(__doc__)
