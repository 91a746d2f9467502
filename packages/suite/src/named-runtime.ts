import {
  checkOptions,
  type JsonObject,
  type JsonValue,
  parseOptions,
  type Runtime,
  type RuntimeName,
  type RuntimeRecord,
  writeRuntimeName,
} from '@skill-state/protocol'

/** A runtime with its options set: what the command line runs, and what goes into a run's conditions. */
export interface NamedRuntime {
  /** The record's id and the options that differ from their defaults. */
  readonly name: string
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
    name: writeRuntimeName({ id: record.id, options: changed(record, options) }),
    options,
    answerSchema: record.answerSchema,
    run: (input) => record.run(input, options),
    prepare: async () => record.prepare?.(options),
  }
}

/** Sets the options of a record as a name has them: each a text, a number or a truth value. Throws `invalid-option`. */
export function setTyped(record: RuntimeRecord, { options }: Pick<RuntimeName, 'options'>): NamedRuntime {
  const read = Object.entries(options).map(([option, typed]) => {
    const fits = (value: JsonValue): boolean => {
      const checked = checkOptions(record.options, { [option]: value })
      return checked.ok || checked.issues.every(({ path }) => path !== option)
    }
    return [option, meaningsOf(typed).find(fits) ?? typed] as const
  })
  return setOptions(record, Object.fromEntries(read))
}

function meaningsOf(typed: string): readonly JsonValue[] {
  const number = /^\d+(\.\d+)?$/.test(typed) ? [Number(typed)] : []
  const truth = typed === 'true' || typed === 'false' ? [typed === 'true'] : []
  return [...number, ...truth, typed]
}

function changed(record: RuntimeRecord, options: JsonObject): Record<string, string> {
  const defaults = parseOptions(record) as JsonObject
  const set = Object.entries(options).filter(
    ([option, value]) => JSON.stringify(value) !== JSON.stringify(defaults[option]),
  )
  return Object.fromEntries(
    set.map(([option, value]) => [option, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
}
