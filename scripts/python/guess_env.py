"""An environment of verifiers, played by bench: its own loop asks for each guess, and its rubric gives the reward."""

import asyncio
import random
import re
import threading
from queue import Queue

import verifiers as vf
from datasets import Dataset

from skill_state import serve
from verifiers_client import Replies

ASKED = "Guess a whole number from 1 to 100."


class Guess(vf.MultiTurnEnv):
    async def env_response(self, messages, state, **given):
        guess, number = int(messages[-1].content), int(state["answer"])
        if guess == number:
            state["final_env_response"] = [vf.UserMessage(content="Right.")]
        return [vf.UserMessage(content=f"The number is {'higher' if guess < number else 'lower'} than {guess}.")]


def found(completion, answer, **given):
    """1 if the number was named."""
    return float(any(said.role == "assistant" and said.content == answer for said in completion))


class Served:
    id = "guess@1"
    instructions = ASKED + " You are told whether the number is higher or lower."
    schema = {
        "type": "object",
        "properties": {"low": {"type": "integer"}, "high": {"type": "integer"}},
        "additionalProperties": False,
    }
    initial_state = {"low": 1, "high": 100}
    noop = "0"
    timeout_ms = 300_000  # to load verifiers takes a while

    def reset(self, seed, task):
        self.told, self.over, self.reward = Queue(), False, 0.0
        answer = str(random.Random(seed).randint(1, 100))
        data = Dataset.from_list([{"prompt": [{"role": "user", "content": ASKED}], "answer": answer}])
        self.world = Guess(max_turns=12, eval_dataset=data, rubric=vf.Rubric(funcs=[found]))
        threading.Thread(target=self.roll, daemon=True).start()
        return self.told.get()

    def roll(self):
        rolled = asyncio.run(self.world.evaluate(Replies(self.reply), "bench", num_examples=1))
        self.over, self.reward = True, rolled["outputs"][0]["reward"]
        self.told.put(("The game is over.", True))

    async def reply(self, text):
        self.loop = asyncio.get_running_loop()
        self.guess = self.loop.create_future()
        self.told.put((text, False))
        return await self.guess

    def step(self, action):
        if self.over:
            raise ValueError("the game is over")
        if not re.fullmatch(r"\d+", action):
            return {"text": "Say a number.", "done": False, "refused": True}
        self.loop.call_soon_threadsafe(self.guess.set_result, action)
        return self.told.get()

    def outcome(self):
        return self.reward

    @staticmethod
    def play(view):
        """Halves the range that the state has."""
        told = re.search(r"(higher|lower) than (\d+)", view["observation"])
        patch = {} if told is None else {"low": int(told[2]) + 1} if told[1] == "higher" else {"high": int(told[2]) - 1}
        state = {**view["state"], **patch}
        return {"patch": patch, "action": str((state["low"] + state["high"]) // 2)}


serve(Served)
