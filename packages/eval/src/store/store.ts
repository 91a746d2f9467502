import type { Episode } from '../episode/run-episode.ts'
import type { EpisodeEnd, Recorder } from '../trace/trace.ts'
import type { Trace } from '../trace/trace-file.ts'

/** Which episode of a run: no two episodes of a run have equal names. */
export interface EpisodeName {
  readonly benchmark: string
  readonly task: string
  readonly runtime: string
  readonly model: string
}

export function episodeName({ benchmark, task, runtime, model }: Episode): EpisodeName {
  return { benchmark: benchmark.id, task: task.id, runtime: runtime.id, model: model.id }
}

export interface TraceWriter {
  /**
   * Takes a line, and its JSON if that was written already. It is safe at once or with the next `flush`. Throws
   * `NotRecorded` if it cannot be written.
   */
  readonly record: Recorder
  /**
   * Settles once every line taken so far is safe: a kill of this process no longer loses it. Rejects with `NotRecorded`
   * if one cannot be written, or if any process has opened the episode anew since.
   */
  readonly flush: () => Promise<void>
  /** Lets go of the episode. Lines that were not flushed may be lost. */
  readonly close: () => void
}

/**
 * Keeps the traces of one run, whose conditions were checked when it was opened. Several processes may use one if it
 * says so; each episode has one writer, the last that opened it.
 */
export interface TraceStore {
  /** Where the traces are, for messages; names no password. */
  readonly place: string
  /** The trace of an episode; undefined if there is none. Throws `invalid-trace`. */
  read(name: EpisodeName): Promise<Trace | undefined>
  /** Every trace, in the order of the names of their files, each read when it is asked for. Throws `invalid-trace`. */
  traces(): AsyncIterable<Trace>
  /** The traces that were put aside; a damaged one is left out. */
  aside(): AsyncIterable<Trace>
  /** The episodes that have a trace, in the order of `traces`; the status is absent while one has no end. */
  list(): Promise<readonly { readonly name: EpisodeName; readonly status?: EpisodeEnd['status'] }[]>
  /** Starts an episode's trace anew. What was on record of it is gone, unless it was put aside. */
  create(name: EpisodeName): Promise<TraceWriter>
  /** Goes on with an episode's trace after its last complete line. */
  resume(name: EpisodeName): Promise<TraceWriter>
  /** Puts an episode's trace aside, where no reader takes it for the episode's: what it cost stays on record. */
  putAside(name: EpisodeName): Promise<void>
  /** Writes a whole trace in the place of what is on record of its episode; a reader never sees half of it. */
  write(trace: Omit<Trace, 'file'>): Promise<void>
}
