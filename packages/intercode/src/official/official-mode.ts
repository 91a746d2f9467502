import type { Mode, Ran } from '../episode/mode.ts'
import { MALFORMED, readOfficialMove, SKIPPED, TIMED_OUT, WRONG_FLAG } from './read-move.ts'

/**
 * The official rules (`eval_n_turn.py`), quirks included. What differs: a command that times out is killed; output is
 * kept within a bound; nothing ends the run.
 */
export const officialMode: Mode = {
  name: 'official',
  limits: { turns: 10, timeoutMs: 10_000, characters: 1_000 },
  greeting: '',
  read: readOfficialMove,
  tell,
  tellVerdict: (right, previous) => (right ? previous : WRONG_FLAG),
  skipped: SKIPPED,
  status: () => '',
  show,
}

/** A single byte that is no UTF-8 makes an exception of the whole output. */
function tell({ result }: Ran): string {
  if (result.timedOut) return TIMED_OUT
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    return decoder.decode(result.output, { stream: result.truncated }) // a cut may go through a character
  } catch {
    return MALFORMED
  }
}

/** The first characters, counted as Python does: in code points. */
function show(observation: string, characters: number): string {
  if (observation === '') return 'No output'
  return observation.length <= characters
    ? observation
    : Array.from(observation).slice(0, characters).join('')
}
