import type { JsonValue } from '@skill-state/protocol'
import { type Field, leavesOf } from '@skill-state/protocol/evidence'
import type { Episode, Message, ToolCall } from '../episode.ts'
import { materialIn, type PlacedMaterial } from '../needs/material.ts'
import { occursIn } from '../needs/occurrence.ts'
import { nameOf } from '../needs/provenance.ts'
import { type Call, type View, viewOf } from '../needs/view.ts'
import { patternFor } from '../propose/user-patterns.ts'

/** An action that the world rejected, or that holds a value that nothing had given. */
export interface BadAction {
  /** The number of the call, from 0. */
  readonly call: number
  readonly tool: string
  readonly given: JsonValue
  readonly why: 'rejected' | 'made up'
  /** What the world answered. */
  readonly answer: string | undefined
  readonly facts: readonly MissingFact[]
}

/** A fact that an action needed and did not have: the action holds a value that nothing had given. */
export interface MissingFact {
  /** Path in the arguments. */
  readonly argument: string
  /** The value that the action has in its place. */
  readonly given: string
  /** Where such values come from in these recordings: `user`, or a tool and a path. */
  readonly source: string | undefined
  readonly lastSeen:
    | {
        /** The call whose observation held values of this kind last. */
        readonly call: number
        readonly values: readonly string[]
        /** Whether the prompt of the action still showed one of them. `undefined` if that is not known. */
        readonly shown: boolean | undefined
      }
    | undefined
  /** The field that would have held them. */
  readonly field: Field | undefined
}

/** Where the values of each argument came from, over episodes: by tool and path, then by name of the source. */
export type Origins = ReadonlyMap<string, ReadonlyMap<string, number>>

export interface MissingOptions {
  /** What else the prompt of a call showed, such as its state; `undefined` if that is not known. */
  readonly shownAt?: ((call: number) => string | undefined) | undefined
}

/** Learns where the values of arguments come from, from the calls whose values had been given. */
export function originsOf(episodes: readonly Episode[]): Origins {
  const origins = new Map<string, Map<string, number>>()
  for (const view of episodes.map(viewed)) {
    for (const call of view.calls) {
      for (const { tool, path, value } of (view.messages[call.index]?.calls ?? []).flatMap(argumentsIn)) {
        if (!isGiven(view, call, value)) continue
        const [key, name] = [`${tool} ${path}`, nameOf(view, value) ?? 'user']
        const names = origins.get(key) ?? new Map<string, number>()
        origins.set(key, names.set(name, (names.get(name) ?? 0) + 1))
      }
    }
  }
  return origins
}

/** The wrong and impossible actions of an episode, with the facts that they lacked. */
export function missingFacts(
  episode: Episode,
  origins: Origins,
  { shownAt }: MissingOptions = {},
): readonly BadAction[] {
  const view = viewed(episode)
  const material = materialIn(view)
  return view.calls.flatMap((call) => {
    const made = view.messages[call.index]?.calls ?? []
    return made.flatMap((each): BadAction[] => {
      const answer = answerTo(view, call, each)
      const facts = argumentsIn(each)
        .filter(({ value }) => !isGiven(view, call, value) && !view.isInPrompt(value))
        .map(({ tool, path, value }) => {
          const fact = { argument: path, given: value, source: mostFrequent(origins.get(`${tool} ${path}`)) }
          return factOf(view, material, call, fact, shownAt?.(call.number))
        })
      if (answer?.error !== true && facts.length === 0) return []
      const why = answer?.error === true ? 'rejected' : 'made up'
      const { name: tool, arguments: given } = each
      return [{ call: call.number, tool, given, why, answer: answer?.content, facts }]
    })
  })
}

function factOf(
  view: View,
  material: readonly PlacedMaterial[],
  call: Call,
  fact: Pick<MissingFact, 'argument' | 'given' | 'source'>,
  shown: string | undefined,
): MissingFact {
  const { source, given } = fact
  if (source === undefined) return { ...fact, lastSeen: undefined, field: undefined }
  const colon = source.indexOf(':')
  const [tool, path] = [source.slice(0, colon), source.slice(colon + 1)]
  const pattern = patternFor(given)
  const valuesIn = (each: PlacedMaterial): readonly string[] => {
    if (source !== 'user' && (each.kind === 'user' || each.tool !== tool)) return []
    if (each.kind === 'result' && source === 'user') return []
    if (each.kind === 'result' && path !== '$') return each.texts.get(path) ?? []
    const text = each.kind === 'user' ? each.text : (each.texts.get('$')?.[0] ?? '')
    return [...new Set(Array.from(text.matchAll(new RegExp(pattern, 'gu')), ([found]) => found))]
  }
  const last = material.findLast((each) => each.index < call.index && valuesIn(each).length > 0)
  const name = (/[A-Za-z_]+(?=[^A-Za-z_]*$)/.exec(fact.argument)?.[0] ?? tool) || 'field'
  const from = source === 'user' ? ({ role: 'user', pattern } as const) : { tool, path }
  return {
    ...fact,
    field: { name, from },
    lastSeen: last && {
      call: view.calls.findLast(({ start }) => start <= last.index)?.number ?? 0,
      values: valuesIn(last),
      shown: last.index >= call.start || isShown(valuesIn(last), shown),
    },
  }
}

function isShown(values: readonly string[], shown: string | undefined): boolean | undefined {
  return shown === undefined ? undefined : values.some((value) => occursIn(value, shown))
}

interface Argument {
  readonly tool: string
  readonly path: string
  readonly value: string
}

/** The values of a call that can be told from ordinary words: those that needs are counted of, in a command its codes. */
function argumentsIn({ name: tool, arguments: given }: ToolCall): readonly Argument[] {
  if (typeof given === 'string') {
    const codes = given.match(/[#A-Za-z0-9_@.-]*[0-9_#@][#A-Za-z0-9_@.-]*/g) ?? []
    return [...new Set(codes)].filter(isLong).map((value) => ({ tool, path: `$.${verbOf(given)}`, value }))
  }
  return leavesOf(given).flatMap(({ path, text, isKey }) =>
    isKey || !isLong(text) || /\s\S+\s/.test(text) ? [] : [{ tool, path, value: text }],
  )
}

const verbOf = (command: string): string => /[A-Za-z]+/.exec(command)?.[0] ?? 'command'

const isLong = (text: string): boolean => text.length >= 4

function isGiven(view: View, call: Call, value: string): boolean {
  return view.seenBefore(value, call.index).sources.length > 0
}

function answerTo({ messages }: View, { index }: Call, { id }: ToolCall): Message | undefined {
  return messages.find(
    ({ role, callId }, at) => at > index && role === 'tool' && id !== undefined && callId === id,
  )
}

function mostFrequent(names: ReadonlyMap<string, number> | undefined): string | undefined {
  return [...(names ?? [])].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]?.[0]
}

const viewed = (episode: Episode): View => viewOf(episode, new Set())
