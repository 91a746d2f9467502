import { invalidOption, type PriceSheet } from '@skill-state/protocol'
import type { State } from '../state/state.ts'
import { AROUND, type StateLayout, writeState } from './layout.ts'
import type { Since, Written } from './since.ts'

export interface LayoutOptions {
  /** What input costs, of which `cacheRead` and `cacheWrite` count relative to `input`. Without `cacheRead`: as without a cache. */
  readonly prices?: Pick<PriceSheet, 'input' | 'cacheRead' | 'cacheWrite'> | undefined
  /** Fewest tokens of a prompt's beginning that the provider caches. Default 1,024. */
  readonly minCachedTokens?: number | undefined
  /** Fewest characters of a state beside which changes are written: less than that costs as much as it saves. Default 1,200. */
  readonly minStateChars?: number | undefined
  /** Characters of all that is sent before the state: tools, schema, instructions. Default 0. */
  readonly headChars?: number | undefined
}

/** Characters of a token: prose, and JSON of a state. */
const PROSE = 4
const JSON_CHARS = 2.2

/** The part of the base up to which changes are written beside it, whatever they cost: so a prompt stays bounded. */
const SHARE = 1 / 2

/**
 * In each step the cheapest of the layouts, by the prices of input. The state is written whole again once carrying its patches
 * has cost as much as writing it would. Assumes that the next step comes within the lifetime of the provider's cache.
 */
export function autoLayout({
  prices,
  minCachedTokens = 1_024,
  minStateChars = 1_200,
  headChars = 0,
}: LayoutOptions = {}): StateLayout {
  const { input = 1, cacheRead = input, cacheWrite = input } = prices ?? {}
  if (!(input >= 0 && cacheRead >= 0 && cacheWrite >= 0 && minCachedTokens >= 0))
    throw invalidOption('prices: expected numbers from 0')
  const [read, write] = input > 0 ? [cacheRead / input, cacheWrite / input] : [1, 1]
  const isCached = (chars: number): boolean =>
    read < 1 && chars >= minStateChars && headChars / PROSE + chars / JSON_CHARS >= minCachedTokens
  return {
    name: 'auto',
    maxExtraChars: (state) => state * SHARE + AROUND,
    write(state, since) {
      const written = since && isCached(since.text.length) ? cheapest(state, since, { read, write }) : 'base'
      return writeState(state, since, written, isCached)
    },
  }
}

/** By the price of this prompt's state, in characters at the full price. */
function cheapest(
  state: State,
  since: Since,
  { read, write }: { readonly read: number; readonly write: number },
): Written {
  const { steps, text } = since
  const { text: log, newest } = since.log
  if (log === '') return 'log'
  const kept = read * text.length
  // To write the state takes as long as the rest. It seldom shrinks so much that a step or three would matter.
  const whole = steps % 4 === 0 ? state.text.length : text.length
  const asLog = kept + read * (AROUND + log.length - newest.length) + write * newest.length
  // The values of the newest patch are in the overlay too: often that is enough to know.
  const least = newest.includes('null') ? 0 : newest.length
  const isLog = asLog <= kept + AROUND + least || asLog <= kept + AROUND + since.overlay.length
  const chars = isLog ? log.length : since.overlay.length
  if ((isLog ? asLog : kept + AROUND + chars) >= whole || chars > text.length * SHARE) return 'base'
  const isCarried = isLog && read * chars * steps >= 2 * (write - read) * whole
  return isCarried ? 'base' : isLog ? 'log' : 'overlay'
}
