"""Carries the newest four turns."""

import re

from skill_state import serve

ACTION = re.compile(r"^Action: (.+)$", re.MULTILINE)


class Window:
    reply = "Action: {action}"  # a reply as `read` takes it, for the check of the contract

    def __init__(self, start):  # once an episode
        self.instructions = start["instructions"]
        self.turns = []

    def prompt(self, observation, ask):  # `ask(text)` asks the model for anything else, such as a summary
        self.observation = observation
        history = "".join(self.turns[-4:])
        return (
            f"Instructions:\n{self.instructions}\n\nHistory:\n{history}\nLatest Observation: {observation}"
            "\nGenerate your next reasoning and action (format 'Action: <cmd>'):"
        )

    def read(self, reply):
        found = ACTION.findall(reply)
        if not found:
            raise ValueError("write a last line `Action: <cmd>`")  # the model is asked again, and told so
        self.turns.append(f"Observation: {self.observation}\nReasoning & Action: {reply}\n")
        return {"action": found[-1].strip()}


serve(Window)
