import type { Mutant } from './mutants.ts'
import { sourceOf } from './rooms.ts'

interface Planted {
  readonly what: string
  readonly room: string
  readonly file: string
  readonly from: string
  readonly to: string
}

const SESSION = 'packages/agent/src/session'

/** Faults that the tests did not notice once. They are always tried. */
const PLANTED: readonly Planted[] = [
  {
    what: 'an approval is taken for a later call',
    room: 'session',
    file: `${SESSION}/session.ts`,
    from: 'found?.step === step',
    to: 'found',
  },
  {
    what: "an approval's record is not flushed",
    room: 'session',
    file: `${SESSION}/play-turn.ts`,
    from: 'safely(() => journal.approved(index, action))',
    to: 'journal.approved(index, action)',
  },
  {
    what: 'a flush fails while tools go on',
    room: 'session',
    file: `${SESSION}/play-turn.ts`,
    from: 'await parts.place.flush?.()',
    to: 'parts.place.flush?.().catch(() => {})',
  },
  {
    what: 'a captured field is lost after a failed call',
    room: 'journal',
    file: 'packages/core/src/settle.ts',
    from: '!Object.hasOwn(captured, key)',
    to: 'true',
  },
  {
    what: 'a state without captured fields after a call that was undone',
    room: 'journal',
    file: 'packages/core/src/act.ts',
    from: 'captured(skill, state, carried, {',
    to: 'captured(skill, state, undefined, {',
  },
  {
    what: 'a result handle is used twice after a restart',
    room: 'session',
    file: 'packages/tools/src/tool-world.ts',
    from: 'this.#now().index}',
    to: '(this.keptHere = (this.keptHere ?? 0) + 1)}',
  },
  {
    what: 'messages are marked as shown that did not fit',
    room: 'session',
    file: 'packages/agent/src/embedded/dropped.ts',
    from: '.filter((entry) => prompts.some((prompt) => prompt.includes(textOfEntry(entry))))',
    to: '',
  },
  {
    what: 'the first ids of messages are kept in place of the last',
    room: 'journal',
    file: 'packages/core/src/journal/record/moment.ts',
    from: '.slice(-MAX_RECEIVED_IDS)',
    to: '.slice(0, MAX_RECEIVED_IDS)',
  },
  {
    what: 'the longest reply is not reserved',
    room: 'meter',
    file: 'packages/protocol/src/meter/charge.ts',
    from: 'tokens: inputTokens + outputTokens, costUsd }',
    to: 'tokens: inputTokens, costUsd }',
  },
  {
    what: 'a new process forgets what was spent',
    room: 'meter',
    file: 'packages/protocol/src/meter/ledger.ts',
    from: 'this.#spent = { ...NOTHING, ...options.recorded() }',
    to: 'this.#spent = { ...NOTHING }',
  },
  {
    what: 'limits follow the clock of the wall',
    room: 'meter',
    file: 'packages/protocol/src/machine/clock.ts',
    from: 'now: () => performance.now()',
    to: 'now: () => Date.now() - performance.timeOrigin',
  },
  {
    what: 'a file is synced once',
    room: 'stores',
    file: 'packages/core/src/journal/file.ts',
    from: 'if (this.#sync) this.#try',
    to: 'if (this.#sync && this.#settled < 1_000) this.#try',
  },
]

export function planted(room: string): readonly Mutant[] {
  return PLANTED.filter((fault) => fault.room === room).map(({ file, from, to, what }) => {
    const source = sourceOf(file)
    const at = source.indexOf(from)
    if (at < 0) throw new Error(`${file} no longer has the code of a planted fault (${what}): ${from}`)
    return { file, line: source.slice(0, at).split('\n').length, from, to, at, what }
  })
}
