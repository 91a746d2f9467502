import type { JsonObject } from '@skill-state/protocol'
import { type Task, taskIn, type View } from './view.ts'

export interface Decision {
  readonly patch: JsonObject
  readonly action: JsonObject
}

/** When a decision is written into the state: with the call, or when its result is there. */
export type Style = 'early' | 'late'

/** Words that the reader and its slips use of their own, for the honest wrapper. */
export const WORDS: readonly string[] = [
  'Shall Done. Not done. I am not sure. unknown. I will not. I have noted your. Your is. I do not know your. Order is late on time seen. What shall I do?',
  'It does not work now. Please ask again. It was not allowed. Let me look that up. Let me think. yes colour Good bye name arguments finish reply',
]

const say = (text: string, patch: JsonObject = {}): Decision => ({ patch, action: { reply: text } })

/** Decides as a careful reader who knows nothing but the prompt. */
export function decide(view: View, style: Style): Decision {
  const noted = doubted(view)
  const known = { ...view, state: { ...view.state, done: withNotes(view.state.done, noted) } }
  const { patch, action } = view.calls.length > 0 ? afterResult(known, style) : onMessage(known, style)
  const done = { ...noted, ...(patch.done as JsonObject | undefined) }
  return { patch: Object.keys(done).length === 0 ? patch : { ...patch, done }, action }
}

function withNotes(done: View['state']['done'], noted: JsonObject): View['state']['done'] {
  const entries = Object.entries({ ...done, ...noted }).filter(([, value]) => value !== null)
  return Object.fromEntries(entries) as View['state']['done']
}

const OUTCOMES: Readonly<Record<string, string>> = { done: 'yes', unknown: 'unknown' }

/** Takes back what a notice calls in doubt, and notes what became of calls whose turn was cut short. */
function doubted({ state, notices }: View): JsonObject {
  const isDoubted = ([phrase, said]: [string, string]): boolean =>
    said === 'yes' && notices.includes(`/done/${phrase}`)
  const phrases = Object.entries(state.done).flatMap((entry) => (isDoubted(entry) ? [entry[0]] : []))
  const called = [...notices.matchAll(/^- (\w+): \{"(?:refund|cancel|send|ticket|subscribe)"/gm)]
  const outcomes = called.map(([, outcome = '']) => outcome)
  const { phrase } = taskIn(notices) ?? {}
  const surest = ['done', 'unknown'].find((outcome) => outcomes.includes(outcome)) ?? ''
  const known = outcomes.length > 0 && phrase ? { [phrase]: OUTCOMES[surest] ?? null } : {}
  return { ...Object.fromEntries(phrases.map((each) => [each, null])), ...known }
}

function onMessage({ state, message }: View, style: Style): Decision {
  const told = message.flatMap((line) => [...line.matchAll(/My (\w+) is ([^.]+)\./g)])
  const facts: JsonObject = Object.fromEntries(told.map(([, field, value]) => [field, value]))
  const line = message.at(-1) ?? ''
  const task = taskIn(line)
  const [, asked] = /Is order (W\d+) late\?/.exec(line) ?? []
  if (asked !== undefined) return { patch: facts, action: { order: { order: asked } } }
  const [, field] = /What is my (\w+)\?/.exec(line) ?? []
  if (field !== undefined) {
    const known = { ...state, ...facts }[field as 'phone']
    return say(known ? `Your ${field} is ${known}.` : `I do not know your ${field}.`, facts)
  }
  const [, meant] = /I meant order (W\d+)\./.exec(line) ?? []
  if (meant !== undefined && taskIn(state.pending)?.order)
    return { patch: facts, action: { order: { order: meant } } }
  if (task !== undefined) return onTask(task, line, state, facts, style)
  const [noted] = Object.keys(facts)
  return say(noted === undefined ? 'What shall I do?' : `I have noted your ${noted}.`, facts)
}

function onTask(task: Task, line: string, state: View['state'], facts: JsonObject, style: Style): Decision {
  const { phrase, order } = task
  if (line.includes('do not'))
    return say(`I will not ${phrase}.`, { ...facts, ...(state.pending === phrase ? { pending: '' } : {}) })
  if (state.done[phrase] === 'yes') return say(`Done: ${phrase}.`, facts)
  if (state.done[phrase] && !order) return say(`I am not sure: ${phrase}.`, facts)
  if (line.startsWith('Did you'))
    return order ? { patch: facts, action: { order: { order } } } : say(`Not done: ${phrase}.`, facts)
  if (line.startsWith('Yes')) {
    if (state.pending === phrase) return act(task, state.amount, style, facts)
    return order ? { patch: facts, action: { order: { order } } } : act(task, 0, style, facts)
  }
  if (order)
    return {
      patch: { ...facts, ...(style === 'early' ? { pending: '' } : {}) },
      action: { order: { order } },
    }
  return say(`Shall I ${phrase}?`, { ...facts, pending: phrase })
}

function act({ tool, input, phrase }: Task, amount: number, style: Style, facts: JsonObject): Decision {
  const patch = style === 'early' ? { ...facts, pending: '', done: { [phrase]: 'yes' } } : facts
  return { patch, action: { [tool]: tool === 'refund' ? { ...input, amount } : input } }
}

function afterResult(view: View, style: Style): Decision {
  const { state, message, calls, results } = view
  const result = results.at(-1) ?? ''
  const line = message.at(-1) ?? ''
  const [, order] = /^Order (W\d+) is/.exec(result) ?? []
  if (order !== undefined) return afterLookup(order, result, view, style)
  const task = taskIn(result) ?? taskIn(line)
  if (task === undefined) return say('What shall I do?')
  const { phrase } = task
  if (result.startsWith('Done: ')) return say(`Done: ${phrase}.`, { pending: '', done: { [phrase]: 'yes' } })
  const gone = { pending: '', ...(state.done[phrase] ? { done: { [phrase]: null } } : {}) }
  if (/denied|not allowed/.test(result)) return say(`It was not allowed: ${phrase}.`, gone)
  const last = calls.at(-1)
  if (/cut off/.test(result))
    return task.order
      ? { patch: {}, action: { order: { order: task.order } } }
      : say(`I am not sure: ${phrase}.`, { pending: '', done: { [phrase]: 'unknown' } })
  const failures = calls.filter(({ outcome }) => outcome === 'failed').length
  if (failures === 1 && last) return { patch: {}, action: { [last.tool]: last.input } }
  return say('It does not work now. Please ask again.', gone)
}

function afterLookup(order: string, result: string, { state, message }: View, style: Style): Decision {
  const status = /is (late|on time),/.exec(result)?.[1] ?? ''
  const amount = Number(/(\d+) EUR/.exec(result)?.[1])
  const seen = seenWith(state.seen, order, status)
  const line = message.at(-1) ?? ''
  const meant = /I meant order W\d+\./.test(line)
  const task = meant ? taskIn(state.pending.replace(/W\d+/, order)) : taskIn(line)
  if (task === undefined) return say(`Order ${order} is ${status}.`, { seen })
  const { phrase } = task
  if (result.includes(`: ${phrase};`) || result.includes(`: ${phrase}.`))
    return say(`Done: ${phrase}.`, { seen, pending: '', done: { [phrase]: 'yes' } })
  if (line.startsWith('Did you'))
    return say(`Not done: ${phrase}.`, { seen, ...(state.done[phrase] ? { done: { [phrase]: null } } : {}) })
  if (line.startsWith('Yes')) {
    const { patch, action } = act(task, amount, style, {})
    return { patch: { ...patch, seen }, action }
  }
  return say(`Shall I ${phrase}?`, { seen, pending: phrase, amount })
}

/** The status of the last orders: the oldest goes when the map is full. */
function seenWith(seen: View['state']['seen'], order: string, status: string): JsonObject {
  const [oldest = ''] = Object.keys(seen)
  const isFull = Object.keys(seen).length >= 4 && !(order in seen)
  return isFull ? { [oldest]: null, [order]: status } : { [order]: status }
}
