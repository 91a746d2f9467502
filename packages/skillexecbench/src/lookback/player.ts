import {
  type Decision,
  isJsonObject,
  type JsonObject,
  type Player,
  type PromptView,
  type SummaryView,
  type Turn,
} from '@skill-state/protocol'
import { lastLine } from '../shared/lines.ts'
import { type Case, COLOURS } from './events.ts'

/** Everything that was told, by parcel and attribute, oldest first; and what the agent did, newest last. */
interface Known {
  readonly told: Map<string, string[]>
  readonly done: string[]
}

/** Most characters of free notes in the state, where it has them. */
export const NOTES = 120

/**
 * Reads turns or a summary as they are, and keeps in a state what its schema has a place for. Of several readings of one label
 * it takes the most frequent one that it knows.
 */
export function lookbackPlayer(kind: Case): Player {
  return {
    decide(view: PromptView): Decision {
      const known = knownBy(view)
      const event = lastLine(view.observation)
      const [, attribute = '', parcel = ''] = /asks for the (\w+) of (\w+)\.$/.exec(event) ?? []
      const [, back] = /asks what you did (\d+) steps ago\.$/.exec(event) ?? []
      const patch = patchOf(kind, view, known)
      if (back !== undefined) return answer(known.done.at(-Number(back)), patch)
      if (attribute !== '') return answer(answerOf(known, parcel, attribute), patch)
      const [, shelved] = /^(\w+) arrives\.$/.exec(event) ?? []
      return { reasoning: 'I note it.', patch, action: shelved === undefined ? 'Note' : `Shelve ${shelved}` }
    },
    summarise: ({ summary, turns, maxChars = Infinity }: SummaryView) => {
      const { told, done } = recall({ summary, history: turns })
      const facts = [...told].flatMap(([name, values]) => values.map((value) => `${name} ${value}.`))
      return [`Done: ${done.join(', ')}.`, ...facts].join(' ').slice(0, maxChars)
    },
  }
}

/** One guess for all: the floor. */
export const lookbackFloor: Player = {
  decide: ({ observation }) => ({
    reasoning: '',
    patch: {},
    action: lastLine(observation).includes('asks') ? `Answer ${COLOURS[0]}` : 'Note',
  }),
}

function answer(value: string | undefined, patch: JsonObject): Decision {
  if (value === undefined) return { reasoning: 'I do not know it.', patch, action: 'Note' }
  return { reasoning: `It is ${value}.`, patch, action: `Answer ${value}` }
}

function knownBy(view: PromptView): Known {
  const known = recall(view)
  const { colours, notes } = view.state ?? {}
  const kept = isJsonObject(colours) && view.history.length === 0 ? Object.entries(colours) : []
  for (const [parcel, colour] of kept)
    known.told.set(`${parcel} colour`, [typeof colour === 'string' ? colour : ''])
  if (typeof notes === 'string') readFacts(notes, known)
  tell(view.observation, known)
  return known
}

function recall({ summary = '', history }: Pick<PromptView, 'history' | 'summary'>): Known {
  const [, done = ''] = /^Done: ([^.]*)\./.exec(summary) ?? []
  const known: Known = { told: new Map(), done: done.split(', ').filter(Boolean) }
  readFacts(summary.slice(summary.indexOf('.') + 1), known)
  for (const turn of history) replay(turn, known)
  return known
}

function replay({ observation, response }: Turn, known: Known): void {
  tell(observation, known)
  known.done.push(/^Action: (.*)$/m.exec(response)?.[1] ?? '')
}

function readFacts(text: string, known: Known): void {
  for (const [, parcel = '', attribute = '', value = ''] of text.matchAll(/(\w+) (\w+) (\w+)\./g)) {
    add(known, `${parcel} ${attribute}`, value)
  }
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

/** The value told most often; of those, the one told last. */
function answerOf({ told }: Known, parcel: string, attribute: string): string | undefined {
  const shade = attribute === 'colour' ? told.get(`${parcel} shade`)?.at(-1) : undefined
  if (shade !== undefined) return told.get(`${shade} means`)?.at(-1)
  const values = told.get(`${parcel} ${attribute}`) ?? []
  const count = (value: string): number => values.filter((each) => each === value).length
  return values.toReversed().toSorted((a, b) => count(b) - count(a))[0]
}

/** What the state's schema has a place for: a colour for each parcel, and notes if there are any. */
function patchOf(kind: Case, { state, observation }: PromptView, known: Known): JsonObject {
  const [, parcel = ''] = /(parcel_\d+)(?: arrives)?: /.exec(lastLine(observation)) ?? []
  const colour = known.told.get(`${parcel} colour`)?.at(-1)
  const patch: JsonObject = colour === undefined ? {} : { colours: { [parcel]: colour } }
  if (kind !== 'structure' || parcel === '') return patch
  const others = [...known.told].filter(
    ([name]) => name.startsWith(`${parcel} `) && !name.endsWith(' colour'),
  )
  const added = others.map(([name, values]) => `${name} ${values.at(-1)}.`).join(' ')
  const notes = `${typeof state?.notes === 'string' ? state.notes : ''} ${added}`.trim()
  return { ...patch, notes: notes.slice(-NOTES).replace(/^[^.]*\. ?(?=parcel)/, '') }
}
