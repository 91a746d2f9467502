"""A safe with three dials: each answer tells one of them, and `Open` needs all three in order."""

import random
import re

from skill_state import serve

TOLD = re.compile(r"Dial (\d) clicks at (\d)")


class Safe:
    id = "safe@1"  # a change of behaviour is a new version
    description = "Three dials are told one by one"
    instructions = 'Say "Listen" until all three dials are known, then "Open <three digits>".'
    schema = {"type": "object", "properties": {"dials": {"type": "object"}}, "required": ["dials"]}
    initial_state = {"dials": {}}
    noop = "Wait"

    def reset(self, seed, task):
        self.dials = [random.Random(f"{seed}-{dial}").randrange(10) for dial in range(3)]
        self.told, self.open = 0, False
        return "A safe."

    def step(self, action):
        if action == "Open " + "".join(map(str, self.dials)):
            self.open = True
            return "It opens.", True  # the text, and whether the episode is over
        if action != "Listen":
            return {"text": "Nothing happens.", "done": False, "refused": True}
        dial = self.told % 3
        self.told += 1
        return f"Dial {dial + 1} clicks at {self.dials[dial]}."

    def outcome(self):
        return {"reward": 1 if self.open else 0, "metrics": {"told": self.told}}

    @staticmethod
    def play(view):  # optional: plays for the model `reference`, from what a prompt shows alone
        shown = "\n".join([turn["observation"] for turn in view["history"]] + [view["observation"]])
        found = dict(TOLD.findall(view.get("summary", "") + shown))
        dials = {**view.get("state", {}).get("dials", {}), **found}
        known = "".join(dials.get(dial, "") for dial in "123")
        return {"patch": {"dials": found}, "action": f"Open {known}" if len(known) == 3 else "Listen"}


serve(Safe)
