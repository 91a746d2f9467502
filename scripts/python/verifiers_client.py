"""A client of verifiers whose replies come from a function in the place of a language model."""

import time

from verifiers.clients import Client
from verifiers.types import Response, ResponseMessage


class Replies(Client):
    """`reply` takes the text of the newest message and gives the text of the answer; it is awaited."""

    def __init__(self, reply):
        super().__init__(reply)

    async def get_response(self, prompt, model, sampling_args, tools=None, **given):
        newest = prompt[-1]
        text = newest["content"] if isinstance(newest, dict) else newest.content
        said = {"role": "assistant", "content": await self.client(text), "finish_reason": "stop", "is_truncated": False}
        return Response(id="reply", created=int(time.time()), model=model, message=ResponseMessage(**said))

    async def close(self):
        pass

    def setup_client(self, config):
        raise NotImplementedError

    to_native_tool = to_native_prompt = get_native_response = setup_client
    raise_from_native_response = from_native_response = setup_client
