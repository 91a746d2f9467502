import type { PolicyMessage } from '../policy.ts'
import { approximateTokens, type Counter, countTokens } from './counters.ts'

/** LangChain's names of the roles. */
export type LangChainRole = 'system' | 'human' | 'ai' | 'tool'

export interface TrimMessages {
  readonly maxTokens: number
  readonly strategy?: 'first' | 'last' | undefined
  readonly counter?: Counter | undefined
  readonly allowPartial?: boolean | undefined
  readonly includeSystem?: boolean | undefined
  readonly startOn?: LangChainRole | readonly LangChainRole[] | undefined
  readonly endOn?: LangChainRole | readonly LangChainRole[] | undefined
  /** Splits a text of which only a part fits. By default into lines, each with its line break. */
  readonly split?: ((text: string) => readonly string[]) | undefined
}

export interface Trimmed<M> {
  /** What is sent. The original returns `undefined` in the list if even the system message went. */
  readonly shown: readonly (M | undefined)[]
  /** What the given messages have become: the strategy `first` with `allowPartial` changes one in place. */
  readonly given: readonly M[]
}

/** `trimMessages` of @langchain/core 1.4.0. It does not look at calls and results, so it can split them. */
export function trimMessages<M extends PolicyMessage>(
  given: readonly M[],
  options: TrimMessages,
): Trimmed<M> {
  const { strategy = 'last', startOn, endOn, includeSystem = false } = options
  if (strategy === 'first') {
    if (startOn !== undefined) throw lastOnly('startOn')
    if (includeSystem) throw lastOnly('includeSystem')
    return headThatFits(given, options, endOn)
  }
  const end = endOn === undefined ? given.length : 1 + given.findLastIndex((message) => isOf(message, endOn))
  const system = includeSystem && given[0]?.role === 'system' && end > 0 ? 1 : 0
  const reversed = [...given.slice(0, system), ...given.slice(system, end).reverse()]
  const { shown } = headThatFits(reversed, options, startOn)
  return { shown: system ? [shown[0], ...shown.slice(1).reverse()] : shown.toReversed(), given }
}

/** The longest head within the budget, then a part of the next message, then back to a role. */
function headThatFits<M extends PolicyMessage>(
  given: readonly M[],
  options: TrimMessages,
  backTo: TrimMessages['endOn'],
): Trimmed<M> {
  const { maxTokens, counter = approximateTokens, allowPartial = false } = options
  let size = 0
  const tooMuch = given.findIndex((message) => {
    size += counter.size(message)
    return counter.total(size) > maxTokens
  })
  const whole = tooMuch < 0 ? given.length : tooMuch
  const head = given.slice(0, whole)
  const excluded = given[whole]
  const fits = (...more: readonly M[]): boolean => countTokens([...head, ...more], counter) <= maxTokens
  const part = excluded !== undefined && allowPartial ? partOf(excluded, options, fits) : undefined
  const shown = [...head, ...(part?.shown ?? [])]
  const end =
    backTo === undefined ? shown.length : 1 + shown.findLastIndex((message) => isOf(message, backTo))
  return {
    shown: shown.slice(0, end),
    given: part === undefined ? given : given.map((message, at) => (at === whole ? part.left : message)),
  }
}

interface Part<M> {
  /** Copies of the message with growing parts of it, each of which fits beside those before. */
  readonly shown: readonly M[]
  /** What the message itself has become. */
  readonly left: M
}

function partOf<M extends PolicyMessage>(
  message: M,
  { strategy = 'last', split = lines }: TrimMessages,
  fits: (...more: readonly M[]) => boolean,
): Part<M> {
  const fromEnd = strategy === 'last'
  const blocks = typeof message.content === 'string' ? [] : message.content
  const shown: M[] = []
  for (let count = 1; count <= blocks.length; count++) {
    const some = blocks.slice(0, count)
    const more = { ...message, content: fromEnd ? some.reverse() : some }
    if (!fits(...shown, more)) break
    shown.push(more)
  }
  if (shown.length > 0) return { shown, left: message }

  const text = typeof message.content === 'string' ? message.content : blocks.find((block) => block !== '')
  const pieces = text ? split(text) : []
  let left = message
  for (let dropped = 1; dropped < pieces.length; dropped++) {
    const some = fromEnd ? pieces.slice(dropped) : pieces.slice(0, -dropped)
    left = { ...message, content: some.join('') }
    if (fits(left)) return { shown: [left], left }
  }
  return { shown: [], left }
}

function lines(text: string): readonly string[] {
  return text.split(/(?<=\n)/).concat(text.endsWith('\n') ? [''] : [])
}

const roles = { system: 'system', user: 'human', assistant: 'ai', tool: 'tool' } as const

function isOf({ role }: PolicyMessage, wanted: NonNullable<TrimMessages['endOn']>): boolean {
  return [wanted].flat().includes(roles[role])
}

function lastOnly(option: string): Error {
  return new Error(`\`${option}\` should only be specified if \`strategy\` is 'last'.`)
}
