import type { JsonObject } from '@skill-state/protocol'

/** Answers the user and ends the turn. Only in a conversation. */
export const REPLY = 'reply'
/** Ends the episode, with an answer. */
export const FINISH = 'finish'
/** Shows another part of a result that was too long. */
export const READ = 'read_result'
/** Gives the result of a turn and ends it, if there is a schema of one. */
export const OUTPUT = 'output'
/** Pins a reference of a skill; see `@skill-state/agent-skills`. */
const PIN = 'pin_reference'

/** A list of calls; see `callsOf`. */
const CALLS = 'calls'
/** The tool that writes the state, in a provider's own form. */
const UPDATE = 'update_state'

/** Names that no tool can have. */
export const OWN_ACTIONS: readonly string[] = [REPLY, FINISH, READ, PIN, CALLS, UPDATE]

/** Whether there is a user to talk to. `with-tools`: a call may carry a reply too, so the agent talks while it works. */
export type Conversation = 'none' | 'replies' | 'with-tools'

interface OwnAction {
  readonly name: string
  /** A sentence without its full stop. */
  readonly about: string
  readonly example: string
  /** Further sentences, after a space; or nothing. */
  readonly more: string
  readonly parameters: JsonObject
}

export const replyText: JsonObject = { type: 'string', minLength: 1 }

const read: OwnAction = {
  name: READ,
  about:
    'A result that is too long is shown in part and kept under a handle such as "result-3". This action shows the part that begins at a character',
  example: `{"${READ}": {"handle": "result-3", "from": 4000}}`,
  more: ' Write a handle into the state if you will need it later.',
  parameters: {
    type: 'object',
    properties: { handle: { type: 'string' }, from: { type: 'integer', minimum: 0 } },
    required: ['handle', 'from'],
    additionalProperties: false,
  },
}

const reply: OwnAction = {
  name: REPLY,
  about: 'Answers the user and waits for the next message',
  example: `{"${REPLY}": "<text>"}`,
  more: ' You will not see this conversation again: write what you need later into the state first.',
  parameters: replyText,
}

const finishTask: OwnAction = {
  name: FINISH,
  about: 'Ends the task, when it is done or cannot be done. The value is the answer, as text',
  example: `{"${FINISH}": "<answer>"}`,
  more: '',
  parameters: { type: 'string' },
}

const finishTyped: OwnAction = {
  name: FINISH,
  about:
    'Ends the task. "ok" is false if it could not be done, and the answer then says why; "files" names the files that you made for the user',
  example: `{"${FINISH}": {"ok": true, "answer": "<answer>", "files": ["<path>"]}}`,
  more: '',
  parameters: {
    anyOf: [
      {
        type: 'object',
        properties: {
          ok: { type: 'boolean' },
          answer: { type: 'string' },
          files: { type: 'array', items: { type: 'string' } },
        },
        required: ['ok', 'answer', 'files'],
        additionalProperties: false,
      },
      { type: 'string' },
    ],
  },
}

const finishSession: OwnAction = {
  ...finishTask,
  about: 'Ends the whole session, when nothing is left to do',
  example: `{"${FINISH}": "<last words to the user>"}`,
}

/** Which actions of its own a world has. */
export interface OwnActionOptions {
  /** Default `none`. */
  readonly conversation?: Conversation | undefined
  /**
   * Whether the agent may end a conversation. Default false. A task always ends with `finish`: a text, or if this is a function
   * `{ ok, answer, files }`. It hears the files, and returns why the task is not over yet, or nothing.
   */
  readonly finish?: boolean | ((files: readonly string[]) => string | undefined) | undefined
}

export function ownActions({
  conversation = 'none',
  finish = false,
}: OwnActionOptions): readonly OwnAction[] {
  if (conversation === 'none') return [read, typeof finish === 'function' ? finishTyped : finishTask]
  return finish ? [read, reply, finishSession] : [read, reply]
}
