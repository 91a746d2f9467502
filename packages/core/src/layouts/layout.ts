import type { Prompt } from '@skill-state/protocol'
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
export const AROUND: number = Math.max(LOG.length, OVERLAY.length)

/** Σ_t in one of the ways. Without what was done since, it can only be whole. */
export function writeState(
  state: State,
  since: Since | undefined,
  written: Written,
  isKept = true,
): WrittenState {
  if (since === undefined || written === 'base') {
    const begun = Since.begin(state, since)
    const { text } = begun.base
    return laid('base', text, () => (isKept ? [text.length] : []), begun)
  }
  const { base, log } = since
  const end = base.text.length
  if (log === '') return laid(written, base.text, () => [end], since)
  if (written === 'overlay')
    return laid(written, `${base.text}${OVERLAY}${since.overlay.text}`, () => [end], since)
  return laid(written, `${base.text}${LOG}${log}`, () => [end, ...lineEnds(log, end + LOG.length)], since)
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
      const whole = typeof prompt === 'string' ? prompt : prompt.map((message) => message.text).join('')
      const at = whole.indexOf(text, heads.at(-1))
      return [...heads, ...ends().map((end) => at + end)]
    },
  }
}

/** The part of the base up to which a layout writes changes beside it. */
const SHARE = 1 / 4

function besideBase(name: Exclude<Written, 'base'>, sizeOf: (since: Since) => number) {
  return (): StateLayout => ({
    name: name === 'log' ? 'baseLog' : name,
    maxExtraChars: (state) => state * SHARE + AROUND,
    write(state, since) {
      const isLong = since === undefined || sizeOf(since) > since.base.text.length * SHARE
      return writeState(state, since, isLong ? 'base' : name)
    },
  })
}

/** The state as it was, then each patch since; whole again once the patches have more than a quarter of its length. */
export const baseLog: () => StateLayout = besideBase('log', ({ log }) => log.length)

/** The state as it was, then the present values of what has changed since; whole again as for `baseLog`. */
export const overlay: () => StateLayout = besideBase('overlay', (since) => since.overlay.text.length)

/** The whole state in each prompt, its keys in the order of their last change: what is old stays in the cache. */
export function stableFirst(): StateLayout {
  return {
    name: 'stableFirst',
    maxExtraChars: () => 0,
    write: (state, since) => writeState(state, since, 'base', false),
  }
}
