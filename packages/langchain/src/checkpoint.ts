import { AsyncLocalStorage } from 'node:async_hooks'
import type { SessionPlace, SessionStore } from '@skill-state/agent'
import { lastRecords, type StoredRecord } from '@skill-state/core/journal'
import { memoryJournal } from '@skill-state/core/journal/memory'
import { SkillStateError } from '@skill-state/protocol'

/**
 * A session as a checkpoint keeps it: what it needs to continue, in lines. Its size has a bound if the state has one. LangGraph
 * writes it several times in a step, as a part of its own JSON, so what is JSON already is not made JSON once more.
 */
type KeptSession = readonly [
  id: string,
  /** Results that are too long for a prompt. */
  results: string,
  /** The chain value and the body of each. */
  ...records: string[],
]

/** A step under way: what the checkpoint holds, and the place that the agent uses for it. */
interface Step {
  readonly earlier: string | undefined
  place?: CheckpointPlace
}

const current = new AsyncLocalStorage<Step>()

/** Opens the session that `inCheckpoint` has brought. `recent` messages of the conversation are shown in each prompt. */
export function checkpointSessions(recent = 0): SessionStore {
  return {
    open(id) {
      const step = current.getStore()
      if (step === undefined) {
        const message = 'the session is in a checkpoint: read its state from the graph'
        throw new SkillStateError('journal-misuse', message)
      }
      step.place = checkpointPlace(id, step.earlier, recent === 0)
      return step.place
    },
  }
}

/** Records that a place holds before its session is read from the checkpoint again, which holds the last ones only. */
const MOST_RECORDS = 1_000

interface CheckpointPlace extends SessionPlace {
  /** What the next checkpoint keeps. */
  keep(): string
}

/** Where a session is between two checkpoints. It serves the next step too if that comes from the checkpoint that it gave. */
function checkpointPlace(id: string, earlier: string | undefined, keepsLast: boolean): CheckpointPlace {
  const [, written = '{}', ...lines] = earlier?.split('\n') ?? []
  const records = lines.map(recordOf)
  const results = new Map<string, string>(Object.entries(JSON.parse(written)))
  const journal = memoryJournal(records)
  let kept: string | undefined
  const isCurrent = (): boolean => {
    const step = current.getStore()
    if (step?.earlier === undefined || step.earlier !== kept) return false
    step.place = place
    return records.length < MOST_RECORDS
  }
  const place: CheckpointPlace = {
    journal: { ...journal, isCurrent, keepsLast },
    results: {
      keep: (handle, text) => void results.set(handle, text),
      read: (handle) => results.get(handle),
    },
    close: () => journal.close(),
    keep() {
      const last = lastRecords(records).map(({ chain, body }) => `${chain} ${body}`)
      // Images and files are large: those that nothing names any more stay behind.
      const isNamed = (handle: string): boolean => last.some((record) => record.includes(handle))
      const named = [...results].filter(([handle]) => !/^(image|file)-/.test(handle) || isNamed(handle))
      const session: KeptSession = [JSON.stringify(id), JSON.stringify(Object.fromEntries(named)), ...last]
      kept = session.join('\n')
      return kept
    },
  }
  return place
}

/** Runs a step on a session from a checkpoint. Returns what the next checkpoint keeps. `newId` names a new session. */
export async function inCheckpoint<T>(
  earlier: string | undefined,
  newId: string,
  run: (id: string) => Promise<T>,
): Promise<{ readonly answer: T; readonly kept: string | undefined }> {
  const step: Step = { earlier }
  const id = earlier === undefined ? newId : JSON.parse(earlier.slice(0, earlier.indexOf('\n')))
  const answer = await current.run(step, () => run(id))
  return { answer, kept: step.place?.keep() }
}

function recordOf(line: string): StoredRecord {
  const end = line.indexOf(' ')
  return { chain: line.slice(0, end), body: line.slice(end + 1) }
}
