/** A fault of the past, as the words of today's source that are replaced to have it again. */
export interface Fault {
  readonly name: string
  /** In `packages`. */
  readonly file: string
  readonly now: string
  readonly before: string
  /** The store in which schedules find it. Default: each is tried. */
  readonly store?: string | undefined
  /** The test file that notices it, in `packages`, for what is not simulated. */
  readonly test?: string | undefined
}

const session = 'agent/src/session/session.ts'
const playTurn = 'agent/src/session/play-turn.ts'
const postgres = 'postgres/src/sessions/sessions.ts'
const playCalls = 'core/src/play-calls.ts'
const journalFile = 'core/src/journal/file.ts'

const ofThePast: readonly Fault[] = [
  {
    name: 'an approval is taken for a later call',
    file: session,
    now: 'if (found?.step === step && found.call === call) return found',
    before: 'if (found) return found',
  },
  {
    name: 'two flushes write at the same time',
    file: postgres,
    now: 'this.#writing.then(() => this.#writePending())',
    before: 'this.#writePending()',
    store: 'postgres-like',
  },
  {
    name: 'the last records are not waited for in a database',
    file: playTurn,
    now: 'return parts.place.flush?.().catch(fail)',
    before: 'void parts.place.flush?.().catch(fail)',
    store: 'postgres-like',
  },
  {
    name: "an approval's record is not waited for",
    file: playTurn,
    now: 'safely(() => journal.approved(index, action, call))',
    before: 'journal.approved(index, action, call)',
    store: 'postgres-like',
  },
  {
    name: 'a writer of a file does not look for another one',
    file: journalFile,
    now: 'if (now - this.#looked >= LOOK_EVERY) this.#look(file)',
    before: '',
    store: 'file',
  },
  {
    name: 'a lock is taken of a session that somebody else has continued',
    file: 'agent/src/folder-sessions.ts',
    now: 'if (journal.isCurrent())',
    before: 'if (true)',
    store: 'file',
  },
  {
    name: 'a file is synced once',
    file: journalFile,
    now: 'if (this.#sync) this.#try',
    before: 'if (this.#sync && this.#end < 400) this.#try',
    store: 'file',
  },
  {
    name: 'an observer that throws ends more than its turn',
    file: session,
    now: '      this.#parts.deaf = `',
    before: '      throw error\n      this.#parts.deaf = `',
  },
  {
    name: 'usage that is no number is counted',
    file: 'protocol/src/meter/charge.ts',
    now: 'parseUsage(usage: unknown): Usage {',
    before: 'parseUsage(usage: unknown): Usage {\n  return Object(usage) as Usage\n',
  },
  {
    name: 'more cached tokens than tokens are believed',
    file: 'protocol/src/meter/charge.ts',
    now: 'return isSound ? counts : {}',
    before: 'return counts',
  },
  {
    name: 'retries are not booked',
    file: 'protocol/src/meter/metered.ts',
    now: '    await request.onRetry?.(failure)\n    await reserve()',
    before: '    await request.onRetry?.(failure)',
    test: 'protocol/src/meter/metered.test.ts',
  },
  {
    name: 'spending is forgotten by a new process',
    file: 'protocol/src/meter/ledger.ts',
    now: 'this.#spent = { ...NOTHING, ...options.recorded() }',
    before: 'this.#spent = NOTHING',
  },
  {
    name: 'messages are marked as shown that were not',
    file: playTurn,
    now: 'journal.resumed(index, first, 1, {',
    before: 'journal.resumed(index, first, journal.position.inbox?.length, {',
  },
  {
    name: 'the time of day counts in limits',
    file: 'protocol/src/meter/deadline.ts',
    now: ' + this.#clock.now() - this.#begun',
    before: ' + Date.now() - 1e12',
  },
  {
    name: 'a long message that cannot be kept is tried for ever',
    file: playTurn,
    now: ' || !isShown) return',
    before: ') return',
    store: 'file',
  },
]

/** Faults of steps with several calls, put in by hand. */
const ofLists: readonly Fault[] = [
  {
    name: 'calls of one step share a key',
    file: playCalls,
    now: '`${id}/${index}/${call}`',
    before: '`${id}/${index}`',
  },
  {
    name: 'an approval counts for all calls of its step',
    file: 'core/src/resume.ts',
    now: '(call === undefined || call === at)',
    before: 'true',
  },
  {
    name: 'a call that has ended is executed again with the others',
    file: playCalls,
    now: 'if (result || waiting) return false',
    before: 'if (waiting) return false',
  },
  {
    name: 'an approval is taken for another call of its step',
    file: session,
    now: 'if (found?.step === step && found.call === call) return found',
    before: 'if (found?.step === step) return found',
  },
  {
    name: 'a call that has ended is not waited for on record',
    file: playTurn,
    now: 'safely(() => journal.called(index, call, ended))',
    before: 'journal.called(index, call, ended)',
    store: 'postgres-like',
  },
  {
    name: 'calls run beside one that runs alone',
    file: playCalls,
    now: 'if (isAlone) await all(running)\n    if (!isFree',
    before: 'if (!isFree',
  },
  {
    name: 'a call that waits holds back the next one',
    file: playCalls,
    now: 'running.push(play(call, at))',
    before: 'running.push(play(call, at))\n    await all(running)\n    if (states[at]?.waiting) break',
  },
  {
    name: 'results of calls are shown without the first',
    file: 'agent/src/session/view.ts',
    now: 'ended?.map((each) => each.result.text) ??',
    before: 'ended?.slice(-1).map((each) => each.result.text) ??',
  },
]

/** Faults that the tests did not notice once, in what is not simulated. */
const notSimulated: readonly Fault[] = [
  {
    name: 'a flush fails while tools go on',
    file: playTurn,
    now: 'flush?.().catch(fail)',
    before: 'flush?.().catch(() => {})',
    test: 'agent/src/session/flush.test.ts',
  },
  {
    name: 'a captured field is lost after a failed call',
    file: 'core/src/act.ts',
    now: '!Object.hasOwn(captured, key)',
    before: 'true',
    test: 'core/src/capture/capture.test.ts',
  },
  {
    name: 'captured fields are lost after a call that was undone',
    file: 'core/src/act.ts',
    now: 'commit, captured: carried, ended }',
    before: 'commit, ended }',
    test: 'core/src/capture/capture.test.ts',
  },
  {
    name: 'the handle of a result is used twice after a restart',
    file: 'tools/src/tool-world.ts',
    now: 'this.#now().index}',
    before: '(this.keptHere = (this.keptHere ?? 0) + 1)}',
    test: 'agent/src/several-calls.test.ts',
  },
  {
    name: 'messages are marked as shown that did not fit',
    file: 'agent/src/embedded/dropped.ts',
    now: '.filter((entry) => prompts.some((prompt) => prompt.includes(textOfEntry(entry))))',
    before: '',
    test: 'agent/src/embedded/embedded-agent.test.ts',
  },
  {
    name: 'the first ids of messages are kept in place of the last',
    file: 'core/src/journal/record/moment.ts',
    now: '.slice(-MAX_RECEIVED_IDS)',
    before: '.slice(0, MAX_RECEIVED_IDS)',
    test: 'core/src/journal/received-ids.test.ts',
  },
  {
    name: 'the longest reply is not reserved',
    file: 'protocol/src/meter/charge.ts',
    now: 'tokens: inputTokens + outputTokens, costUsd }',
    before: 'tokens: inputTokens, costUsd }',
    test: 'protocol/src/meter/metered.test.ts',
  },
  {
    name: 'limits follow the clock of the wall',
    file: 'protocol/src/machine/clock.ts',
    now: 'now: () => performance.now()',
    before: 'now: () => Date.now() - performance.timeOrigin',
    test: 'protocol/src/meter/deadline.test.ts',
  },
]

export const faults: readonly Fault[] = [...ofThePast, ...ofLists, ...notSimulated]
