import { existsSync } from 'node:fs'
import { known } from '@skill-state/protocol'
import { putAside, tracesAside } from '../trace/aside.ts'
import { NotRecorded } from '../trace/cut-off.ts'
import { type RunFolder, readTraceOf, readTraces, tracePath } from '../trace/run-folder.ts'
import { continueTraceFile, openTraceFile, type TraceFile, writeTrace } from '../trace/trace-file.ts'
import type { EpisodeName, TraceStore, TraceWriter } from './store.ts'

/**
 * The traces of a run's folder, a file an episode; see `TraceFile` for when a line is safe. One process at a time may
 * write: see `lockRunFolder`.
 */
export function fileTraces(folder: RunFolder): TraceStore {
  const writers = new Map<string, object>()
  const fileOf = (name: EpisodeName): string => tracePath(folder, name)
  const opened = (file: string, trace: TraceFile): TraceWriter => {
    const self = {}
    writers.set(file, self)
    const requireOwn = (): void => {
      if (writers.get(file) !== self) throw new NotRecorded(file, 'it was opened anew since')
    }
    return {
      record(line, text) {
        requireOwn()
        trace.record(line, text)
      },
      async flush() {
        requireOwn()
        trace.flush()
      },
      close() {
        if (writers.get(file) === self) writers.delete(file)
        trace.close()
      },
    }
  }
  return {
    place: folder.path,
    read: async (name) => {
      const file = fileOf(name)
      return existsSync(file) ? readTraceOf(folder, file) : undefined
    },
    async *traces() {
      yield* readTraces(folder)
    },
    async *aside() {
      yield* tracesAside(folder.path)
    },
    list: async () =>
      Array.from(readTraces(folder), ({ episode: { benchmark, task, runtime, model }, end }) =>
        known({ name: { benchmark, task, runtime, model }, status: end?.status }),
      ),
    create: async (name) => opened(fileOf(name), openTraceFile(fileOf(name))),
    resume: async (name) => opened(fileOf(name), continueTraceFile(fileOf(name))),
    putAside: async (name) => {
      writers.delete(fileOf(name))
      putAside(fileOf(name))
    },
    write: async (trace) => {
      writers.delete(fileOf(trace.episode))
      writeTrace(fileOf(trace.episode), trace)
    },
  }
}
