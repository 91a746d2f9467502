import type { Recorder } from '../trace/trace.ts'
import { isOwn, LOOK_EVERY } from '../trace/trace-file.ts'
import type { Flush } from './meter.ts'

/** A record whose `flush` is asked for only if a kill could lose something that was paid for, or after `LOOK_EVERY`. */
export function owedLines(
  record: Recorder,
  flush: (() => Promise<void>) | undefined,
): { readonly record: Recorder; readonly flush: Flush } {
  let isOwed = true
  let flushed = Number.NEGATIVE_INFINITY
  return {
    record(line, text) {
      record(line, text)
      isOwed ||= !isOwn(line)
    },
    flush() {
      if (flush === undefined) return undefined
      const now = performance.now()
      if (!isOwed && now - flushed < LOOK_EVERY) return undefined
      isOwed = false
      flushed = now
      return flush()
    },
  }
}
