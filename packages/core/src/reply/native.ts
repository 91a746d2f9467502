import { callsOf, isJsonObject, type JsonObject, type Result, type ToolSpec } from '@skill-state/protocol'
import type { CompiledSkill } from '../compile-skill.ts'
import { UPDATE_STATE } from '../prompt.ts'
import { actionSourceOf, elementSources, memberSource } from './action-source.ts'
import { type ParsedReply, parseStrict } from './parse-reply.ts'

/** The action that says a text. As a tool it is left out: in this form, a text needs no call. */
const REPLY = 'reply'

/** The tools of the form `native`: those of the environment with their own schemas, and the one that writes the state. */
export function nativeTools(
  { schema, options }: Pick<CompiledSkill, 'schema' | 'options'>,
  tools: readonly ToolSpec[],
): readonly ToolSpec[] {
  const description = 'Writes into the state. What is left out stays; null deletes a key.'
  const parameters: JsonObject = { type: 'object', ...options.encoding.patchSchema(schema) }
  const others = tools.filter(({ name }) => name !== REPLY)
  return [
    ...others.map((tool) => (isWrapped(tool) ? { ...tool, parameters: wrapped(tool.parameters) } : tool)),
    { name: UPDATE_STATE, description, parameters },
  ]
}

/** Whether the model may answer with a text alone. */
export function mayTalk(tools: readonly ToolSpec[]): boolean {
  return tools.some(({ name }) => name === REPLY)
}

/** Providers take objects alone as inputs. */
function isWrapped({ parameters }: ToolSpec): boolean {
  return parameters.type !== 'object'
}

function wrapped(value: JsonObject): JsonObject {
  return { type: 'object', properties: { value }, required: ['value'], additionalProperties: false }
}

/**
 * Reads the calls of an answer, as `ModelRequest.tools` has it: that of `update_state` is the patch, the others are the action,
 * alone or as a list. A text beside them goes to the user, if there is one to talk to.
 *
 * @example
 * ```ts
 * import { parseNative } from '@skill-state/core/texts'
 *
 * const reply = parseNative('{"calls": [{"update_state": {"by": 1}}, {"next": {}}]}', [])
 * if (reply.ok) console.log(reply.value.patch, reply.value.action) // { by: 1 } { next: {} }
 * ```
 */
export function parseNative(text: string, tools: readonly ToolSpec[]): Result<ParsedReply> {
  const trimmed = text.trim()
  const reply = trimmed.startsWith('{') ? parseStrict(trimmed) : undefined // to try and fail takes long
  const all = callsOf(reply)
  if (!isJsonObject(reply) || all?.every((call) => Object.keys(call).length === 1) !== true)
    return rejected(`expected calls of tools, found ${trimmed === '' ? 'an empty reply' : 'a text'}`)
  const patches = all.filter((call) => Object.hasOwn(call, UPDATE_STATE))
  if (patches.length > 1) return rejected(`expected one call of ${UPDATE_STATE}, found ${patches.length}`)
  const calls = all.filter((call) => !patches.includes(call)).map((call) => unwrapped(call, tools))
  const said = typeof reply.text === 'string' ? reply.text : ''
  const beside = mayTalk(tools) && said.trim() !== '' ? { [REPLY]: said } : {}
  const [first, ...others] = calls
  const spoken = first && (Object.keys(beside).length > 0 ? { ...first, ...beside } : first)
  const action = spoken && others.length === 0 ? spoken : spoken ? { calls: [spoken, ...others] } : beside
  const [{ [UPDATE_STATE]: patch = {} } = {}] = patches
  const isNothing = Object.keys(action).length === 0
  const sources = elementSources(memberSource(trimmed, 'calls') ?? '')
  const source = sources[all.findIndex((call) => !patches.includes(call))]
  const actionSource =
    source !== undefined && all.includes(action) ? actionSourceOf(source, action) : undefined
  return {
    ok: true,
    value: { reasoning: said, patch, action: isNothing ? { calls: [] } : action, actionSource },
  }
}

function unwrapped(call: JsonObject, tools: readonly ToolSpec[]): JsonObject {
  const [[name, input] = ['', null]] = Object.entries(call)
  const tool = tools.find((each) => each.name === name)
  return tool && isWrapped(tool) && isJsonObject(input) ? { [name]: input.value ?? null } : call
}

function rejected(message: string): Result<ParsedReply> {
  return { ok: false, issues: [{ path: '', message }] }
}
