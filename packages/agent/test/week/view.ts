import type { JsonObject } from '@skill-state/protocol'

/** The state of the desk, as the reader finds it. */
interface Notes {
  readonly phone: string
  readonly email: string
  readonly street: string
  readonly language: string
  /** What the customer was asked to confirm. */
  readonly pending: string
  readonly amount: number
  readonly done: Readonly<Record<string, string>>
  readonly seen: Readonly<Record<string, string>>
}

const text = { type: 'string', maxLength: 80 } as const
const map = (maxProperties: number): JsonObject => {
  return { type: 'object', additionalProperties: text, propertyNames: { maxLength: 80 }, maxProperties }
}

export const EMPTY: JsonObject = {
  phone: '',
  email: '',
  street: '',
  language: '',
  pending: '',
  amount: 0,
  done: {},
  seen: {},
}

export const SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    phone: text,
    email: text,
    street: text,
    language: text,
    pending: text,
    amount: { type: 'integer' },
    done: map(40),
    seen: map(4),
  },
  required: Object.keys(EMPTY),
  additionalProperties: false,
}

export const FIELDS: readonly ('phone' | 'email' | 'street' | 'language')[] = [
  'phone',
  'email',
  'street',
  'language',
]

export const INSTRUCTIONS =
  'You are the desk of a shop. Look an order up before you touch it, and ask "Shall I …?" before you act. Note what the customer says of themselves, what was done, and the status of the last orders.'

/** What the reader finds in its prompt, and all that it knows. */
export interface View {
  readonly state: Notes
  /** Lines of the message; none if the prompt does not show it. */
  readonly message: readonly string[]
  readonly calls: readonly { readonly outcome: string; readonly tool: string; readonly input: JsonObject }[]
  readonly results: readonly string[]
  readonly notices: string
  /** Whether the prompt says that the last reply was rejected. */
  readonly again: boolean
}

/** Reads a prompt as a strict reader would: no line but those of the runtime begins a part. */
export function viewOf(prompt: string): View {
  const state = /Skill Execution State:\s*```json\n([\s\S]*?)\n```\n/.exec(prompt)?.[1] ?? '{}'
  const from = prompt.lastIndexOf('\nLatest Observation: ')
  const observation =
    prompt.slice(from + '\nLatest Observation: '.length).split(/\n\nProvide your response/)[0] ?? ''
  const parts = observation.split(/\n(?!> )/)
  const partsOf = (head: string): string[] =>
    parts
      .filter((part) => part.startsWith(head))
      .map((part) => part.slice(head.length).replaceAll('\n> ', '\n'))
  return {
    state: { ...EMPTY, ...JSON.parse(state) } as Notes,
    message: partsOf('The user says: ')
      .join('\n')
      .split('\n')
      .filter((line) => line !== ''),
    calls: parts.flatMap((part) => {
      const [, outcome = '', tool = '', input = '{}'] = /^- (\w+): (\w+) (\{.*\})$/.exec(part) ?? []
      return outcome === '' ? [] : [{ outcome, tool, input: JSON.parse(input) as JsonObject }]
    }),
    results: partsOf('Result: '),
    notices: partsOf('Notice: ').join('\n'),
    again: prompt.includes('\nYour last reply was '),
  }
}

/** Something that a person can ask for, in words that all sides use. */
export interface Task {
  readonly phrase: string
  readonly tool: string
  readonly input: JsonObject
  readonly order?: string | undefined
}

const TASKS: readonly (readonly [RegExp, tool: string, ...names: string[]])[] = [
  [/refund order (W\d+)/, 'refund', 'order'],
  [/cancel order (W\d+)/, 'cancel', 'order'],
  [/send order (W\d+) to (\w+ \d+)/, 'send', 'order', 'street'],
  [/open a ticket about (\w+)/, 'ticket', 'subject'],
  [/subscribe me to (\w+)/, 'subscribe', 'list'],
]

export function taskIn(line: string): Task | undefined {
  for (const [pattern, tool, ...names] of TASKS) {
    const found = pattern.exec(line)
    if (!found) continue
    const input = Object.fromEntries(names.map((name, index) => [name, found[index + 1] ?? '']))
    return { phrase: found[0], tool, input, order: input.order }
  }
  return undefined
}
