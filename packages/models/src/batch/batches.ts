import { type Clock, systemClock } from '../limits/clock.ts'
import { keyOf } from '../recording/request-key.ts'
import { ProviderError } from '../transport/provider-error.ts'
import { type BatchFile, openBatchFile } from './batch-file.ts'
import type { BatchAnswer, BatchCall, BatchDoor, EndedBatch } from './door.ts'

/** Most calls of one batch, and most characters of them: both providers take more. */
const maxCalls = 10_000
const maxCharacters = 50_000_000

/** Time without a new call after which those that wait are submitted, although other episodes are still at work. */
const quietMs = 60_000

/** Waits between two looks at a batch: they double from the first to the last. */
const [firstLookMs, lastLookMs] = [1_000, 60_000]

/** The run whose episodes ask. */
interface Run {
  /** Keeps the ids of batches, so that another process takes their answers. */
  readonly folder: string
  /** Hears one line of each batch that is submitted, and that has ended. */
  readonly say?: (line: string) => void
}

/** Collects calls, and submits those that wait as one batch. */
export interface Batches {
  /** Says how many episodes are open: if as many calls wait, a batch is submitted. With 0, all answers are taken to be on record. */
  serve(open: number, run: Run): void
  /** The body of the reply to a call. The salt tells equal calls apart. Rejects with the signal's reason, or why there is no answer. */
  ask(
    door: BatchDoor,
    call: Pick<BatchCall, 'body'> & { readonly salt: string },
    signal: AbortSignal,
  ): Promise<unknown>
}

interface Waiting extends BatchCall {
  readonly door: BatchDoor
  readonly length: number
  readonly settle: (answer: BatchAnswer) => void
  /** Present once the call was submitted. */
  batch?: { readonly calls: Set<Waiting>; readonly left: AbortController }
}

/**
 *
 * @example
 * ```ts
 * import { callBatches } from '@skill-state/models'
 *
 * const batches = callBatches()
 * batches.serve(100, { folder: 'runs/night', say: (line) => console.log(line) })
 * ```
 */
export function callBatches(clock: Pick<Clock, 'sleep'> = systemClock): Batches {
  /** All calls without an answer, by their keys; those that were not submitted are in the queue too. */
  const waiting = new Map<string, Waiting>()
  const queue = new Set<Waiting>()
  let characters = 0
  let open = Infinity
  let file: BatchFile | undefined
  let hear: Run['say']
  let nap = new AbortController()

  const say = (line: string): void => hear?.(line)
  const isEverybodyWaiting = (): boolean => waiting.size >= open

  function enqueue(call: Waiting): void {
    queue.add(call)
    characters += call.length
  }

  function look(): void {
    nap.abort()
    if (queue.size === 0) return
    if (isEverybodyWaiting() || queue.size >= maxCalls || characters >= maxCharacters) {
      submitAll()
      return
    }
    nap = new AbortController()
    clock.sleep(quietMs, nap.signal).then(submitAll, () => {})
  }

  function submitAll(): void {
    nap.abort()
    if (isEverybodyWaiting()) file?.forgetUsed() // who asks again has its last answer on record
    const calls = [...queue]
    queue.clear()
    characters = 0
    for (const [door, group] of Map.groupBy(calls, (call) => call.door)) void answerAll(door, group)
  }

  async function answerAll(door: BatchDoor, group: readonly Waiting[]): Promise<void> {
    const left = new AbortController()
    const calls = new Set(group)
    for (const call of group) call.batch = { calls, left }
    try {
      const before = await file?.repliesTo(door.name, (id) => ended(door, id, left.signal))
      const found = group.filter(({ key, settle }) => {
        const answer = before?.(key)
        if (answer !== undefined) settle(answer)
        return answer !== undefined
      })
      if (found.length > 0) {
        // Their episodes continue: the others wait for them, so that a step of all is one batch.
        calls.forEach(enqueue)
        look()
        return
      }
      if (calls.size === 0) return
      const id = await door.submit([...calls])
      const entry = file?.add(door.name, id)
      say(`batch ${id} with ${calls.size} calls of ${door.name}: submitted`)
      const { answers, missing } = await ended(door, id, left.signal)
      say(`batch ${id}: ended with ${answers.size} answers`)
      for (const { key, settle } of calls) settle(answers.get(key) ?? { error: missing })
      if (entry !== undefined) entry.unused = 0
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      for (const { settle } of calls) settle({ error })
    }
  }

  /** Looks at a batch until it has ended. What may pass is waited for, whatever it takes. */
  async function ended(door: BatchDoor, id: string, signal: AbortSignal): Promise<EndedBatch> {
    for (let pause = firstLookMs; ; pause = Math.min(2 * pause, lastLookMs)) {
      try {
        const batch = await door.collect(id)
        if (batch !== undefined) return batch
      } catch (error) {
        if (!(error instanceof ProviderError && error.retryable)) throw error
      }
      await clock.sleep(pause, signal)
    }
  }

  return {
    serve(episodes, { folder, say: told }) {
      open = episodes
      hear = told
      if (file?.folder !== folder) file = openBatchFile(folder, say)
      if (open === 0) file.forgetUsed()
      else look()
    },
    ask(door, { salt, body }, signal) {
      return new Promise((resolve, reject) => {
        signal.throwIfAborted()
        const text = JSON.stringify(body)
        let key = ''
        for (let n = 0; key === '' || waiting.has(key); n += 1) key = keyOf(JSON.stringify([salt, n, text]))
        const leave = (): void => {
          signal.removeEventListener('abort', abort)
          waiting.delete(key)
          if (queue.delete(call)) characters -= call.length
          call.batch?.calls.delete(call)
          if (call.batch?.calls.size === 0) call.batch.left.abort()
        }
        const abort = (): void => {
          leave()
          look()
          reject(signal.reason)
        }
        const settle = (answer: BatchAnswer): void => {
          leave()
          if ('reply' in answer) resolve(answer.reply)
          else reject(answer.error)
        }
        const call: Waiting = { key, door, body, length: text.length, settle }
        signal.addEventListener('abort', abort, { once: true })
        waiting.set(key, call)
        enqueue(call)
        look()
      })
    },
  }
}
