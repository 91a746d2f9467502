import { runtimes } from '@skill-state/baselines'
import { type JsonObject, parseOptions, type Runtime, readRuntimeName } from '@skill-state/protocol'

/** A runtime that a browser can drive, or why it cannot. */
export type FoundRuntime = { readonly run: Runtime } | { readonly unavailable: string }

/** The runtime that a run's conditions name, with the options that they record. */
export function findRuntime(id: string, recorded: JsonObject): FoundRuntime {
  const record = runtimes.find((each) => each.id === readRuntimeName(id).id)
  if (record === undefined) return { unavailable: `the runtime ${id} cannot run in a browser` }
  try {
    const options = parseOptions(record, recorded)
    return { run: (input) => record.run(input, options) }
  } catch (error) {
    return { unavailable: error instanceof Error ? error.message : String(error) }
  }
}
