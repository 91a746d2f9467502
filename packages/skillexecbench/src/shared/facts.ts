import type { JsonValue, PromptView, SummaryView, Turn } from '@skill-state/protocol'
import { isJsonObject } from '@skill-state/protocol'

/** What a prompt makes known, such as the tag of each guest's bag: the fact of each name, the one told longest ago first. */
export type Facts = Map<string, string>

export interface FactKind {
  /** The field of a state that maps names to facts. */
  readonly field: string
  /** What stands between name and fact in a sentence, such as `has tag`. */
  readonly words: string
  /** What an observation tells of a name: its fact, or by `undefined` that it is needed no more. */
  readonly told: (observation: string) => Told | undefined
  /** What an own reply says of it: read if its observation is not shown any more. */
  readonly said: (response: string) => Told | undefined
}

type Told = readonly [name: string, fact: string | undefined]

/** Reads the turns if they are all there are, else the state, else the summary and then the turns. */
export function knownFacts(view: PromptView, kind: FactKind): Facts {
  if (view.state === undefined || isFromStart(view.history)) return recalled(view.summary, view.history, kind)
  return factsInState(view.state[kind.field]) ?? factsInWords(view.state.notes, kind)
}

/** The facts as sentences, the oldest left out if they exceed so many characters. */
export function inSentences(facts: Facts, { words }: FactKind, maxChars: number = Infinity): string {
  const sentences = [...facts].map(([name, fact]) => `${name} ${words} ${fact}.`)
  return joinNewest(sentences, ' ', maxChars)
}

export function summariseFacts({ summary, turns, maxChars }: SummaryView, kind: FactKind): string {
  return inSentences(recalled(summary, turns, kind), kind, maxChars)
}

function recalled(summary: string | undefined, turns: readonly Turn[], kind: FactKind): Facts {
  const facts = factsInWords(summary, kind)
  for (const { observation, response } of turns) {
    const [name, fact] = kind.told(observation) ?? kind.said(response) ?? []
    if (name === undefined) continue
    facts.delete(name)
    if (fact !== undefined) facts.set(name, fact)
  }
  return facts
}

/** Reads what `inSentences` wrote. */
function factsInWords(text: JsonValue | undefined, { words }: FactKind): Facts {
  const told = (typeof text === 'string' ? text : '').matchAll(
    new RegExp(`\\b(\\w+) ${words} (\\w+)\\.`, 'g'),
  )
  return new Map([...told].map(([, name = '', fact = '']) => [name, fact]))
}

function factsInState(stated: JsonValue | undefined): Facts | undefined {
  if (!isJsonObject(stated)) return undefined
  return new Map(
    Object.entries(stated).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** Whether a history is the whole episode so far: only the first observation has no result of an action. */
export function isFromStart([first]: readonly Turn[]): boolean {
  return first !== undefined && !/^(Success|Error): /.test(first.observation)
}

/** The observation without the note that a runtime puts before it if it undid a patch. */
export function withoutNote(observation: string): string {
  return observation.replace(/^\[The action was refused[^\n]*\]\n/, '')
}

/** Joins texts, the oldest first. If they exceed so many UTF-16 units, the oldest are left out, each as a whole. */
export function joinNewest(texts: readonly string[], separator: string, maxChars: number): string {
  let room = maxChars + separator.length
  let from = texts.length
  for (const text of texts.toReversed()) {
    room -= text.length + separator.length
    if (room < 0) break
    from -= 1
  }
  return texts.slice(from).join(separator)
}
