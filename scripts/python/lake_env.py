"""An environment of Gymnasium, played by bench: FrozenLake without ice that slips."""

import re

import gymnasium

from skill_state import serve

MOVES = {"Left": 0, "Down": 1, "Right": 2, "Up": 3}
WAY = {0: "Down", 4: "Down", 8: "Right", 9: "Down", 13: "Right", 14: "Right"}


class Lake:
    id = "lake@1"
    instructions = "Cross the lake from field 0 to field 15: say Left, Down, Right or Up. The fields 5, 7, 11 and 12 are holes."
    schema = {"type": "object", "properties": {"field": {"type": "integer"}}, "additionalProperties": False}
    initial_state = {}
    noop = "Left"

    def reset(self, seed, task):
        self.world = gymnasium.make("FrozenLake-v1", is_slippery=False)
        field, _ = self.world.reset(seed=seed)
        self.reward = 0
        return self.told(field)

    def step(self, action):
        if action not in MOVES:
            return {"text": "There is no such move.", "done": False, "refused": True}
        field, reward, terminated, truncated, _ = self.world.step(MOVES[action])
        self.reward += float(reward)
        return self.told(field), bool(terminated or truncated)

    def told(self, field):
        return f"You are on field {int(field)}."

    def outcome(self):
        return self.reward

    @staticmethod
    def play(view):
        field = int(re.search(r"field (\d+)", view["observation"])[1])
        return {"patch": {"field": field}, "action": WAY.get(field, "Left")}


serve(Lake)
