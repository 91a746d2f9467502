import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { reasonOf, SkillStateError } from '@skill-state/protocol'
import { ProviderError } from '../transport/provider-error.ts'
import { textAt } from '../values/at.ts'
import type { BatchAnswer, EndedBatch } from './door.ts'

/** A batch that was submitted, and whose answers are not all on record. */
interface Entry {
  /** The name of its door. */
  readonly model: string
  readonly id: string
  unused: number
}

/** The reply to a call by its key, given once. */
type TakeAnswer = (key: string) => BatchAnswer | undefined

/** The batches of a run, kept beside it in `batches.json`. */
export interface BatchFile {
  readonly folder: string
  /** Keeps the id of a batch before anybody waits for it. */
  add(model: string, id: string): Entry
  /** Forgets the batches whose replies were all used. */
  forgetUsed(): void
  repliesTo(model: string, ended: (id: string) => Promise<EndedBatch>): Promise<TakeAnswer>
}

/** Throws `invalid-recording` if the file cannot be read. */
export function openBatchFile(folder: string, say: (line: string) => void): BatchFile {
  const path = join(folder, 'batches.json')
  let entries: readonly Entry[] = readEntries(path)
  const found = new Map<string, Promise<TakeAnswer>>()

  function write(changed: readonly Entry[]): void {
    entries = changed
    if (entries.length === 0) {
      rmSync(path, { force: true })
      return
    }
    const batches = entries.map(({ model, id }) => ({ model, id }))
    writeFileSync(`${path}.tmp`, `${JSON.stringify(batches)}\n`, { flush: true })
    renameSync(`${path}.tmp`, path)
  }

  async function collect(model: string, ended: (id: string) => Promise<EndedBatch>): Promise<TakeAnswer> {
    const replies = new Map<string, { readonly answer: BatchAnswer; readonly entry: Entry }>()
    const take: TakeAnswer = (key) => {
      const known = replies.get(key)
      replies.delete(key)
      if (known !== undefined) known.entry.unused -= 1
      return known?.answer
    }
    for (const entry of entries.filter((each) => each.model === model)) {
      say(`batch ${entry.id} was submitted before: its answers are used`)
      entry.unused = 0
      for (const [key, answer] of await answersOf(entry, ended, say)) {
        if (!('reply' in answer)) continue
        take(key) // an earlier batch answered an equal call: the episode is past it
        replies.set(key, { answer, entry })
        entry.unused += 1
      }
    }
    return take
  }

  return {
    folder,
    add(model, id) {
      const entry = { model, id, unused: Infinity }
      write([...entries, entry])
      return entry
    },
    forgetUsed() {
      const rest = entries.filter(({ unused }) => unused > 0)
      if (rest.length < entries.length) write(rest)
    },
    async repliesTo(model, ended) {
      const known = found.get(model) ?? collect(model, ended)
      found.set(model, known)
      known.catch(() => found.delete(model))
      return known
    },
  }
}

async function answersOf(
  { id }: Entry,
  ended: (id: string) => Promise<EndedBatch>,
  say: (line: string) => void,
): Promise<EndedBatch['answers']> {
  try {
    return (await ended(id)).answers
  } catch (error) {
    if (!(error instanceof ProviderError && error.status === 404)) throw error
    say(`batch ${id}: ${error.message}; its calls are submitted again`)
    return new Map()
  }
}

function readEntries(path: string): Entry[] {
  if (!existsSync(path)) return []
  try {
    const batches: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (!Array.isArray(batches)) throw new Error('it is not a list')
    return batches.map((batch) => {
      const [model, id] = [textAt(batch, 'model'), textAt(batch, 'id')]
      if (model === undefined || id === undefined) throw new Error('a batch names no model and no id')
      return { model, id, unused: Infinity }
    })
  } catch (cause) {
    const reason = reasonOf(cause)
    const message = `${path}: ${reason}; restore the file, or remove it and pay for the calls under way again`
    throw new SkillStateError('invalid-recording', message, { cause })
  }
}
