"""Golden texts from Python itself: json.dumps, and the prompts of Appendix A.1 and A.4 as f-strings.

From this package's folder:

    python3 scripts/golden.py --write     rewrites the three committed files
    python3 scripts/golden.py dumps       prints one of them: dumps, skill-state or prompt

Only the standard library; any Python 3.8 or newer gives the same bytes.
"""

import json
import sys
from pathlib import Path

PACKAGES = Path(__file__).resolve().parent.parent.parent
FILES = {
    "dumps": PACKAGES / "core" / "test" / "golden" / "dumps.json",
    "skill-state": PACKAGES / "core" / "test" / "golden" / "skill-state.json",
    "prompt": PACKAGES / "baselines" / "test" / "golden" / "prompt.json",
}

# JSON texts, since both languages start from those. No float without a fraction: JavaScript has no such thing.
TEXTS = [
    "null", "true", "false", "0", "-0", "7", "-12", "9007199254740991", "100000000000000000000",
    "0.1", "-2.5", "0.0001", "0.00011", "0.00001", "0.000012345", "0.000001", "1e-7", "-1.5e-10", "5e-324",
    "1.7976931348623157e-300", "123456.789", "4503599627370495.5", "0.30000000000000004", "3.141592653589793",
    '""', '"plain"', '"quote \\" backslash \\\\ slash /"', '"\\b\\f\\n\\r\\t"', '"\\u0000\\u001f\\u007f\\u0080"',
    '"Gr\u00fc\u00dfe, \u4ed3\u5e93"', '"\U0001f4e6 box"', '"\\ud83d alone"', '"\u2028\u2029\ufeff"',
    "[]", "{}", "[[]]", "[{}]", '{"a": {}}', '{"a": []}', "[1, [2, [3, []]]]",
    '{"b": 1, "a": 2}', '{"\u00e4": "\u00f6", "": null}', '{"__proto__": {"x": 1}, "constructor": 2}',
    '{"inventory": {"shelf_1": "item_12", "shelf_2": "item_7"}, "log": ["Store", true, null, 0.5]}',
    '{"deep": {"list": [{"a": 1, "b": [{"c": {"d": 1e-5}}]}, []], "empty": {}}}',
]

INSTRUCTIONS = [
    "You run a warehouse. Actions: Store, Ship, Move, Wait.",
    "Line one.\n\nLine three, with trailing spaces  \n\u201equoted\u201c \u2014 \U0001f4e6 {braces} ${dollar} %s",
    "",
]
STATES = [
    {},
    {"inventory": {}},
    {"inventory": {"shelf_42": "item_12"}, "pending": [], "note": "caf\u00e9 \U0001f4e6 \"x\"\n\x7f"},
    {"load": 0.5, "tiny": 1e-05, "count": 3, "nested": {"list": [{"a": [1, 2, {"b": False}]}]}},
]
OBSERVATIONS = [
    "Customer ordered item_12.",
    "Success: Stored item_3.\nShipment arrived containing item_4.\n--- BACKGROUND TELEMETRY ---\n45\u00b0C",
    "",
]
RESPONSES = [
    "I put it on the first free shelf.\nAction: Store item_3 shelf_0",
    "**Action:** `Wait`\n",
    "\u00dcberlegung \U0001f4e6\n\nAction: Ship item_3 shelf_0",
]


def a1(instructions, history, observation):
    lines = "".join(
        f"Observation: {turn['observation']}\nReasoning & Action: {turn['response']}\n" for turn in history
    )
    return (
        f"Instructions:\n{instructions}\n\nHistory:\n{lines}\n"
        f"Latest Observation: {observation}\n"
        f"Generate your next reasoning and action (format 'Action: <cmd>'):"
    )


def a4(instructions, state, observation):
    return (
        f"Instructions:\n{instructions}\n\nSkill Execution State:\n"
        f"```json\n{json.dumps(state, separators=(',', ':'))}\n```\n"
        f"Latest Observation: {observation}\n\n"
        f"Provide your response with:\n\n"
        f"1. Step-by-step reasoning (will be discarded after execution)\n"
        f"2. A JSON block fenced with json ...  containing both your State Patch and your Action. "
        f"The JSON block MUST have exactly these two keys: "
        f'{{ "state_patch": {{ <dict: your state updates, set keys to null to delete> }}, '
        f'"action": "<string: the exact command you want to execute>" }}'
    )


def dumps_cases():
    for text in TEXTS:
        value = json.loads(text)
        yield {
            "text": text,
            "plain": json.dumps(value),
            "compact": json.dumps(value, separators=(",", ":")),
            "indent0": json.dumps(value, indent=0),
            "indent2": json.dumps(value, indent=2),
        }


def skill_state_cases():
    for instructions in INSTRUCTIONS:
        for state in STATES:
            for observation in OBSERVATIONS:
                yield {
                    "instructions": instructions,
                    "state": state,
                    "observation": observation,
                    "prompt": a4(instructions, state, observation),
                }


def prompt_cases():
    """One episode per instructions: the prompt of every step as the history grows."""
    for instructions in INSTRUCTIONS:
        turns = [{"observation": o, "response": r} for o, r in zip(OBSERVATIONS, RESPONSES)]
        prompts = [a1(instructions, turns[:t], turns[t]["observation"]) for t in range(len(turns))]
        yield {"instructions": instructions, "turns": turns, "prompts": prompts}


CASES = {"dumps": dumps_cases, "skill-state": skill_state_cases, "prompt": prompt_cases}


def render(name):
    return json.dumps(list(CASES[name]()), indent=2) + "\n"


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        for name, path in FILES.items():
            path.write_bytes(render(name).encode("ascii"))
    elif len(sys.argv) == 2 and sys.argv[1] in CASES:
        sys.stdout.write(render(sys.argv[1]))
    else:
        sys.exit(__doc__)
