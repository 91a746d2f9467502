import { invalidOption, type PriceSheet, type Prompt, promptLength } from '@skill-state/protocol'
import type { State } from '../state/state.ts'
import { Since, type Written } from './since.ts'

/** How the prompts of a session write Σ_t. What they say is the same; what of it a provider's cache can keep is not. */
export interface StateLayout {
  /** On record with each session. */
  readonly name: string
  /** Most characters that it adds to the longest state. */
  maxExtraChars(stateChars: number): number
  /** Writes Σ_t, from what was done since it was written whole. Pure. */
  write(state: State, since: Since | undefined): WrittenState
}

export interface WrittenState {
  readonly written: Written
  readonly text: string
  /** Where parts of the step's prompt end that later ones may begin with: those given, and those in the text. */
  breakpoints(prompt: Prompt, heads?: readonly number[]): readonly number[]
  /** What the next step follows on. */
  readonly since: Since
}

const LOG = '\n```\nPatches since, oldest first. A later one wins, null deletes:\n```json\n'
const OVERLAY = '\n```\nChanged since. These values replace those above, null deletes:\n```json\n'

/** Characters around what a layout writes after the base. */
const AROUND: number = Math.max(LOG.length, OVERLAY.length)

/** Σ_t in one of the ways. Without what was done since, it can only be whole. */
export function writeState(
  state: State,
  since: Since | undefined,
  written: Written,
  isKept: (chars: number) => boolean = () => true,
): WrittenState {
  if (since === undefined || written === 'base') {
    const begun = Since.begin(state, since)
    const { text } = begun
    return laid('base', text, () => (isKept(text.length) ? [text.length] : []), begun)
  }
  const log = since.log.text
  const { text } = since
  const end = text.length
  if (log === '') return laid(written, text, () => [end], since)
  if (written === 'overlay') return laid(written, `${text}${OVERLAY}${since.overlay}`, () => [end], since)
  return laid(written, `${text}${LOG}${log}`, () => [end, ...lineEnds(log, end + LOG.length)], since)
}

/** Where the lines of a text end that begins at an offset. */
function lineEnds(text: string, from: number): readonly number[] {
  const ends: number[] = []
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) ends.push(from + at)
  return [...ends, from + text.length]
}

function laid(written: Written, text: string, ends: () => readonly number[], since: Since): WrittenState {
  return {
    written,
    text,
    since,
    breakpoints(prompt, heads = []) {
      const given = ends()
      if (given.length === 0) return heads
      const shown = typeof prompt === 'string' ? prompt : (prompt.at(-1)?.text ?? '')
      const before = promptLength(prompt) - shown.length
      const at = before + placeOf(since.text, text.length, shown, (heads.at(-1) ?? 0) - before)
      return [...heads, ...given.map((end) => at + end)]
    },
  }
}

/** Where a prompt has the state: to look for all of a long text takes longer than to build the prompt. */
function placeOf(base: string, length: number, prompt: string, from: number): number {
  const beginning = base.slice(0, 64)
  let at = prompt.indexOf(beginning, from)
  while (at !== -1 && !prompt.startsWith('\n```\n', at + length)) at = prompt.indexOf(beginning, at + 1)
  return at
}

/** The part of the base up to which a layout writes changes beside it. */
const SHARE = 1 / 4

function besideBase(name: Exclude<Written, 'base'>, sizeOf: (since: Since) => number) {
  return (): StateLayout => ({
    name: name === 'log' ? 'baseLog' : name,
    maxExtraChars: (state) => state * SHARE + AROUND,
    write(state, since) {
      const isLong = since === undefined || sizeOf(since) > since.text.length * SHARE
      return writeState(state, since, isLong ? 'base' : name)
    },
  })
}

/** The state as it was, then each patch since; whole again once the patches have more than a quarter of its length. */
export const baseLog: () => StateLayout = besideBase('log', ({ log }) => log.text.length)

/** The state as it was, then the present values of what has changed since; whole again as for `baseLog`. */
export const overlay: () => StateLayout = besideBase('overlay', ({ overlay }) => overlay.length)

/** The whole state in each prompt, its keys in the order of their last change: what is old stays in the cache. */
export function stableFirst(): StateLayout {
  return {
    name: 'stableFirst',
    maxExtraChars: () => 0,
    write: (state, since) => writeState(state, since, 'base', () => false),
  }
}

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
const MOST_SHARE = 1 / 2

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
    maxExtraChars: (state) => state * MOST_SHARE + AROUND,
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
  if ((isLog ? asLog : kept + AROUND + chars) >= whole || chars > text.length * MOST_SHARE) return 'base'
  const isCarried = isLog && read * chars * steps >= 2 * (write - read) * whole
  return isCarried ? 'base' : isLog ? 'log' : 'overlay'
}
