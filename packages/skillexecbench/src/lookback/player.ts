import type { Decision, JsonObject, Player, PromptView, SummaryView } from '@skill-state/protocol'
import { isJsonObject } from '@skill-state/protocol'
import { lastLine } from '../shared/lines.ts'
import { COLOURS, SHADES, UNKNOWN } from './events.ts'

/** Everything that was told, by parcel and attribute, oldest first; and the bay of each step, newest last. */
interface Known {
  readonly told: Map<string, string[]>
  readonly done: string[]
}

/**
 * Reads turns or a summary as they are, and keeps in a state what its schema has a place for. If it may guess, it also
 * files the first mark of a parcel as a colour.
 */
export function lookbackPlayer({ guesses = false }: { readonly guesses?: boolean } = {}): Player {
  return {
    decide(view: PromptView): Decision {
      const known = knownBy(view)
      const event = lastLine(view.observation)
      const [, attribute = '', parcel = ''] = /asks for the (\w+) of (\w+)\.$/.exec(event) ?? []
      const [, back] = /asks where you put a parcel (\d+) steps ago\.$/.exec(event) ?? []
      const patch = patchOf(view, known, guesses)
      if (back !== undefined) return answer(known.done.at(-Number(back)) || undefined, patch)
      if (attribute !== '') {
        const guess = guesses ? guessed(attribute) : undefined
        return answer(answerOf(known, parcel, attribute) ?? guess, patch)
      }
      const [, put, bay] = putIn(event)
      return { reasoning: 'I note it.', patch, action: put === undefined ? 'Note' : `Put ${put} ${bay}` }
    },
    summarise: ({ summary, turns, maxChars = Infinity }: SummaryView) => {
      const { told, done } = recall({ summary, history: turns })
      const facts = [...told].flatMap(([name, values]) => values.map((value) => `${name} ${value}.`))
      return [`Done: ${done.join(',')}.`, ...facts].join(' ').slice(0, maxChars)
    },
  }
}

/** One guess for all: the floor. */
export const lookbackFloor: Player = {
  decide: ({ observation }) => {
    const [, attribute] = /asks for the (\w+) of \w+\.$/.exec(observation) ?? []
    const [, put, bay] = putIn(lastLine(observation))
    const action = put === undefined ? 'Note' : `Put ${put} ${bay}`
    return {
      reasoning: '',
      patch: {},
      action: attribute === undefined ? action : `Answer ${guessed(attribute)}`,
    }
  },
}

/** Colours are all equally likely, and so are towns. */
function guessed(attribute: string): string {
  return /colour|mark/.test(attribute) ? COLOURS[0] : 'Ulm'
}

function putIn(line: string): readonly (string | undefined)[] {
  return /^Put (\w+) on (\w+)\.$/.exec(line) ?? []
}

function answer(value: string | undefined, patch: JsonObject): Decision {
  if (value === undefined) return { reasoning: 'I do not know it.', patch, action: 'Note' }
  return { reasoning: `It is ${value}.`, patch, action: `Answer ${value}` }
}

function knownBy(view: PromptView): Known {
  const known = recall(view)
  const { colours } = view.state ?? {}
  const kept = isJsonObject(colours) && view.history.length === 0 ? Object.entries(colours) : []
  for (const [parcel, colour] of kept)
    if (typeof colour === 'string' && colour !== UNKNOWN) known.told.set(`${parcel} colour`, [colour])
  tell(view.observation, known)
  return known
}

function recall({ summary = '', history }: Pick<PromptView, 'history' | 'summary'>): Known {
  const [, done = ''] = /^Done: ([^.]*)\./.exec(summary) ?? []
  const known: Known = { told: new Map(), done: summary === '' ? [] : done.split(',') }
  readFacts(summary.slice(summary.indexOf('.') + 1), known)
  for (const { observation } of history) {
    tell(observation, known)
    known.done.push(putIn(lastLine(observation))[2] ?? '')
  }
  return known
}

function readFacts(text: string, known: Known): void {
  for (const [, parcel = '', attribute = '', value = ''] of text.matchAll(/(\w+) (\w+) (\w+)\./g))
    add(known, `${parcel} ${attribute}`, value)
}

function tell(observation: string, known: Known): void {
  const line = lastLine(observation)
  const [, parcel = '', facts] = /(parcel_\d+)(?: arrives)?: (.*)\.$/.exec(line) ?? []
  for (const fact of facts?.split(', ') ?? []) {
    const [attribute = '', value = ''] = fact.split(' ')
    add(known, `${parcel} ${attribute}`, value)
  }
  for (const [, shade, colour] of line.matchAll(/(\w+) means (\w+)/g))
    add(known, `${shade} means`, colour ?? '')
}

function add({ told }: Known, name: string, value: string): void {
  told.set(name, [...(told.get(name) ?? []), value])
}

/** The value told most often, of those the one told last; in other words than it was told, if those are explained. */
function answerOf({ told }: Known, parcel: string, attribute: string): string | undefined {
  const values = told.get(`${parcel} ${attribute}`) ?? []
  const count = (value: string): number => values.filter((each) => each === value).length
  const [value] = values.toReversed().toSorted((a, b) => count(b) - count(a))
  if (!attribute.startsWith('mark')) return value
  return value === undefined && attribute === 'mark1'
    ? told.get(`${parcel} colour`)?.at(-1)
    : told.get(`${value} means`)?.at(-1)
}

/** What the schema has a place for: a colour for each parcel. A mark is filed as the colour in its place of the list until it is explained. */
function patchOf({ state, observation }: PromptView, { told }: Known, files: boolean): JsonObject {
  const [, parcel = ''] = /(parcel_\d+)(?: arrives)?: /.exec(lastLine(observation)) ?? []
  const mark = files ? told.get(`${parcel} mark1`)?.at(-1) : undefined
  const colour =
    mark === undefined ? told.get(`${parcel} colour`)?.at(-1) : COLOURS[SHADES.indexOf(mark as 'fox')]
  if (colour !== undefined) return { colours: { [parcel]: colour } }
  if (!files || !told.has('fox means') || !isJsonObject(state?.colours)) return {}
  if (!lastLine(observation).startsWith('The foreman explains')) return {}
  const meant = Object.entries(state.colours).map(([name, code]) => {
    const shade = SHADES[COLOURS.indexOf(code as 'red')]
    return [name, told.get(`${shade} means`)?.at(-1) ?? UNKNOWN]
  })
  return { colours: Object.fromEntries(meant) as JsonObject }
}
