import { type JsonObject, parseOptions, type Runtime, type RuntimeRecord } from '@skill-state/protocol'

/** A runtime with its options set: what the command line runs, and what goes into a run's conditions. */
export interface NamedRuntime {
  readonly answerSchema: RuntimeRecord['answerSchema']
  readonly run: Runtime
  /** Everything that could change a figure. */
  readonly options: JsonObject
  /** Loads what it needs, or says in one line what is missing. */
  readonly prepare: () => Promise<void>
}

/** Completes the options of a record. Throws `invalid-option`. */
export function setOptions(record: RuntimeRecord, given: JsonObject = {}): NamedRuntime {
  const options = parseOptions(record, given) as JsonObject
  return {
    options,
    answerSchema: record.answerSchema,
    run: (input) => record.run(input, options),
    prepare: async () => record.prepare?.(options),
  }
}
