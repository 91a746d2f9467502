import { at, listAt, textAt } from '../values/at.ts'
import { callText, type NamedCall } from '../wire/call-text.ts'

/**
 * The reply of a message: with `named` its calls, each with its name; else its content; else the arguments of the first function that it
 * calls; else what it says in refusal. Reasoning beside the content is left out.
 */
export function textOf(message: unknown, named = false): string {
  const said = contentOf(at(message, 'content'))
  const calls = named ? callText(listAt(message, 'tool_calls').map(callOf), said) : undefined
  if (calls !== undefined) return calls
  return said || argumentsOf(message) || textAt(message, 'refusal') || ''
}

/** Text, or the text parts of a list; nothing for `null`. */
export function contentOf(content: unknown): string {
  if (typeof content === 'string') return content
  const parts = Array.isArray(content) ? content : []
  return parts.map((part) => (at(part, 'type') === 'text' ? textAt(part, 'text') : '')).join('')
}

function callOf(call: unknown): NamedCall {
  return { name: textAt(call, 'function', 'name') ?? '', input: jsonOf(at(call, 'function', 'arguments')) }
}

function argumentsOf(message: unknown): string {
  const [call] = listAt(message, 'tool_calls')
  const given = at(call, 'function', 'arguments') ?? at(message, 'function_call', 'arguments')
  return jsonOf(given)
}

/** Some servers give the arguments as JSON instead of text that holds JSON. */
export function jsonOf(given: unknown): string {
  if (given === undefined || given === null) return ''
  return typeof given === 'string' ? given : JSON.stringify(given)
}
