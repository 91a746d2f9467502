import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'

/** Answers the user and ends the turn. */
export const REPLY = 'reply'
/** Ends the session. */
export const FINISH = 'finish'
/** Shows another part of a result that was too long. */
export const READ = 'read_result'

/** Names that no tool can have. */
export const OWN_ACTIONS: readonly string[] = [REPLY, FINISH, READ]

/** An action that calls a tool. */
export interface ToolAction {
  readonly name: string
  readonly description: string
  /** JSON Schema of the input. */
  readonly parameters: JsonObject
}

export interface ActionOptions {
  /** Whether a call may carry a reply, so that the agent talks while it works. */
  readonly replyWithTools: boolean
}

const text: JsonObject = { type: 'string', minLength: 1 }

const own: Readonly<Record<string, JsonObject>> = {
  [READ]: {
    type: 'object',
    properties: { handle: { type: 'string' }, from: { type: 'integer', minimum: 0 } },
    required: ['handle', 'from'],
    additionalProperties: false,
  },
  [REPLY]: text,
  [FINISH]: text,
}

/** JSON Schema of an action: an object with one key, the action's name, whose value is the input. */
export function actionSchema(tools: readonly ToolAction[], { replyWithTools }: ActionOptions): JsonObject {
  const calls = tools.map(({ name, parameters }, index) =>
    alternative(name, parameters, `/anyOf/${index}`, replyWithTools),
  )
  const others = Object.entries(own).map(([name, schema], index) =>
    alternative(name, schema, `/anyOf/${calls.length + index}`, false),
  )
  return { type: 'object', anyOf: [...calls, ...others] }
}

function alternative(name: string, schema: JsonObject, place: string, withReply: boolean): JsonObject {
  return {
    type: 'object',
    properties: {
      [name]: moved(schema, `${place}/properties/${pointerStep(name)}`),
      ...(withReply && { [REPLY]: text }),
    },
    required: [name],
    additionalProperties: false,
  }
}

/** Points the local references of a schema to where it stands now. */
function moved(schema: JsonObject, place: string): JsonObject {
  const move = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(move)
    if (!isJsonObject(value)) return value
    const entries = Object.entries(value).map(([key, member]) => [
      key,
      key === '$ref' && typeof member === 'string' && /^#(\/|$)/.test(member)
        ? `#${place}${member.slice(1)}`
        : DATA.includes(key)
          ? member
          : move(member),
    ])
    return Object.fromEntries(entries)
  }
  return move(schema) as JsonObject
}

/** Keywords whose values are data, not schemas. */
const DATA = ['const', 'enum', 'default', 'examples']

function pointerStep(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))
}

/** Most UTF-16 units of a tool's description and of its schema that the instructions show. */
const MAX_TEXT = 2_000

/** What P says of the actions: which there are, what each does, and how its input is written. */
export function actionInstructions(tools: readonly ToolAction[], { replyWithTools }: ActionOptions): string {
  const both = replyWithTools
    ? ` A call may carry a short reply to the user beside it: {"<tool>": {…}, "${REPLY}": "<text>"}.`
    : ''
  return [
    `## Actions\n\nAn action is a JSON object with one key: the name of the action. Its value is the input, as the JSON Schema says.${both}`,
    ...tools.map(
      ({ name, description, parameters }) =>
        `### ${name}\n${short(description.trim())}\nInput: ${short(JSON.stringify(parameters))}`,
    ),
    `### ${READ}\nA result that is too long is shown in part and kept under a handle such as "result-3". This action shows the part that begins at a character: {"${READ}": {"handle": "result-3", "from": 4000}}. Write a handle into the state if you will need it later.`,
    `### ${REPLY}\nAnswers the user and waits for the next message: {"${REPLY}": "<text>"}. You will not see this conversation again: write what you need later into the state first.`,
    `### ${FINISH}\nEnds the whole session, when nothing is left to do: {"${FINISH}": "<last words to the user>"}.`,
  ].join('\n\n')
}

function short(text: string): string {
  const whole = text.toWellFormed()
  return whole.length <= MAX_TEXT ? whole : `${whole.slice(0, MAX_TEXT).toWellFormed()} …`
}
