"""A benchmark of ours as an environment of Gymnasium, which checks its interface; then an episode by our own player."""

import json
import sys

import gymnasium
from gymnasium.utils.env_checker import check_env

from skill_state import Environment

CHARACTERS = "".join(map(chr, range(32, 127))) + "\n"


class Ours(gymnasium.Env):
    def __init__(self, command, horizon):
        self.program, self.horizon = Environment(command), horizon
        self.observation_space = gymnasium.spaces.Text(10_000, min_length=0, charset=CHARACTERS)
        self.action_space = gymnasium.spaces.Text(100, charset=CHARACTERS)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        return self.program.reset(0 if seed is None else seed, horizon=self.horizon)["text"], {}

    def step(self, action):
        told = self.program.step(str(action))
        reward = self.program.outcome()["reward"] if told["done"] else 0.0
        return told["text"], float(reward), told["done"], False, {"refused": told.get("refused", False)}

    def close(self):
        self.program.close()


command, horizon, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
world = Ours(command, horizon)
check_env(world, skip_render_check=True, skip_close_check=True)
observation, _ = world.reset(seed=seed)
history, actions, done, reward = [], [], False, 0.0
while not done:
    action = world.program.decide(observation=observation, history=history)["action"]
    history.append({"observation": observation, "response": f"Action: {action}"})
    actions.append(action)
    observation, reward, done, _, _ = world.step(action)
world.close()
print(json.dumps({"reward": reward, "actions": actions}))
