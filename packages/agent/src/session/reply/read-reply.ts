import { parseReply } from '@skill-state/core'
import { type ParsedReply, parseNative, parseObject } from '@skill-state/core/texts'
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Result,
  type ToolSpec,
} from '@skill-state/protocol'
import { REPLY } from '@skill-state/tools'

export interface ReplyForm {
  readonly answer?: 'block' | 'json' | 'native' | undefined
  /** Of the form `native`. */
  readonly tools?: readonly ToolSpec[] | undefined
  /** Names of all actions. */
  readonly actions: readonly string[]
  /** Whether a reply in plain words is rejected, not taken as an answer to the user. */
  readonly strict?: boolean | undefined
}

/**
 * What a model says, also if it says it in another form than the one asked for: without a patch, with a call as providers
 * write calls, or in plain words, which are an answer to the user. What looks like an attempt at the form and cannot be read
 * is rejected, so that the user does not see it. Nothing is guessed: a value that two readings would give is rejected.
 */
export function readAgentReply(text: string, form: ReplyForm): Result<ParsedReply> {
  const isNative = form.answer === 'native'
  const asked = isNative ? parseNative(text, form.tools ?? []) : parseReply(text)
  const read = asked.ok || !isNative ? asked : parseReply(text)
  if (read.ok) return { ok: true, value: { ...read.value, ...actionOf(read.value.action, form) } }
  const answer = withoutThinking(text)
  if (answer === undefined) return asked
  if (looksLikeForm(answer, form)) {
    const value = readOther(answer, form)
    return value === undefined ? asked : { ok: true, value }
  }
  if (answer.trim() === '') return asked
  if (isNative) return { ok: true, value: { reasoning: '', patch: {}, action: { [REPLY]: answer } } }
  if (form.strict) return asked
  return { ok: true, value: { reasoning: '', patch: {}, action: { [REPLY]: answer.trim() }, prose: true } }
}

/** The text after the thinking that a model shows; undefined if it never ends. */
function withoutThinking(text: string): string | undefined {
  const tags = [...text.matchAll(/<(\/?)(?:think|thinking|thought|reasoning)>/gi)]
  const last = tags.at(-1)
  if (last === undefined) return text
  return last[1] === '/' ? text.slice(last.index + last[0].length) : undefined
}

const FENCE = /```|~~~/
const TAG = /<\/?(?:tool_call|tool_use|tools?|function|invoke|parameter|arguments|action|state_patch)\b/i
const KEY_LINE = /^[ \t>*_`#-]*(?:state_patch|action)[ \t*_`"]*[:=]/im

/** Whether a text may be meant for the runtime: no such text is shown to a person. */
function looksLikeForm(text: string, { actions }: ReplyForm): boolean {
  return (
    /[{}]/.test(text) ||
    /^\s*\[\s*(?:["[]|\])/.test(text) ||
    text.includes('state_patch') ||
    FENCE.test(text) ||
    TAG.test(text) ||
    KEY_LINE.test(text) ||
    actions.some((name) => name !== REPLY && text.includes(`${name}(`))
  )
}

/** The end of an answer after its object, without blanks: a fence or a tag that is closed. */
const ENDING = /^\]?(?:```|~~~)?(?:<\/\w+>)*$/
const COMMENT = /<!--|\/\*|(?:^|[^:])\/\//

/** An answer in another form than the one asked for; undefined if it says nothing for certain. */
function readOther(answer: string, form: ReplyForm): ParsedReply | undefined {
  const [start, end] = [answer.indexOf('{'), answer.lastIndexOf('}') + 1]
  if (
    start < 0 ||
    !ENDING.test(answer.slice(end).replaceAll(/\s+/g, '')) ||
    COMMENT.test(answer.slice(0, start))
  )
    return
  const object = parseObject(answer)
  if (object === undefined) return undefined
  const [name, ...others] = Object.keys(object)
  const input = name === undefined ? undefined : object[name]
  if (form.answer === 'native' && name !== undefined && others.length === 0 && form.actions.includes(name))
    return { reasoning: '', patch: {}, action: { [name]: input ?? null } }
  return said(object, form)
}

/** What an object says whose action is beside the patch, or in `action`. */
function said(object: JsonObject, form: ReplyForm): ParsedReply | undefined {
  const { reasoning = '', state_patch: patch, expect, action, ...rest } = object
  const beside = Object.keys(rest).length > 0
  if (typeof reasoning !== 'string') return undefined
  // What has both was read before, and rejected.
  if (action !== undefined && patch !== undefined) return undefined
  const context = { reasoning, patch: patch ?? {}, expect }
  if (action !== undefined && !beside) return { ...context, ...actionOf(action, form) }
  const call = callIn(action === undefined ? rest : { ...rest, action }, form)
  return call && { ...context, action: call }
}

/** The action as the runtime writes it, if it came as a provider's call. */
function actionOf(action: unknown, form: ReplyForm): Pick<ParsedReply, 'action' | 'actionSource'> {
  const written =
    typeof action === 'string' && action.trimStart().startsWith('{') ? parseObject(action) : action
  const call = isJsonObject(written) ? callIn(written, form) : undefined
  if (call === undefined) return { action }
  return call === action ? { action } : { action: call, actionSource: undefined }
}

const INPUTS = ['arguments', 'input', 'parameters', 'args', 'action_input', 'tool_input']
const NAMES = ['name', 'tool', 'tool_name', 'function', 'action', 'recipient_name']
/** What providers write beside a call. */
const BESIDE = ['id', 'type', 'call_id', 'index', 'status', 'caller']
const WRAPPERS = ['tool_calls', 'tool_call', 'function_call', 'function', 'call', 'tool_use']

/** `{"<tool>": {…}}` of a call in one of the common forms; undefined if it is none. */
function callIn(object: JsonObject, form: ReplyForm): JsonObject | undefined {
  const entries = Object.entries(object).filter(([key]) => !BESIDE.includes(key))
  if (entries.length > 0 && entries.every(([key]) => form.actions.includes(key))) return object
  const [wrapper, ...others] = entries
  if (wrapper && others.length === 0 && WRAPPERS.includes(wrapper[0])) return wrapped(wrapper[1], form)
  const name = entries.find(([key]) => NAMES.includes(key))?.[1]
  const input = entries.find(([key]) => INPUTS.includes(key))
  if (typeof name !== 'string' || input === undefined || entries.length !== 2) return undefined
  // Some providers write it as a text.
  const isText = typeof input[1] === 'string' && input[1].trimStart().startsWith('{')
  const value = isText ? parseObject(input[1] as string) : input[1]
  return value === undefined ? undefined : { [name.replace(/^functions\./, '')]: value }
}

function wrapped(value: JsonValue, form: ReplyForm): JsonObject | undefined {
  const [only, ...others] = Array.isArray(value) ? (value as readonly JsonValue[]) : [value]
  return isJsonObject(only) && others.length === 0 ? callIn(only, form) : undefined
}
