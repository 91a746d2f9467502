import { runtimes } from '@skill-state/baselines'
import {
  type JsonObject,
  parseOptions,
  type Runtime,
  readRuntimeName,
  SkillStateError,
} from '@skill-state/protocol'

/** A runtime that a browser can drive, or why it cannot. */
export type FoundRuntime = { readonly run: Runtime } | { readonly unavailable: string }

/** The runtime that a run's conditions name, with the options that they record. */
export async function findRuntime(id: string, recorded: JsonObject): Promise<FoundRuntime> {
  const record = runtimes.find((each) => each.id === readRuntimeName(id).id)
  const notHere = `the runtime ${id} cannot run in a browser`
  if (record === undefined) return { unavailable: notHere }
  try {
    const options = parseOptions(record, recorded)
    await record.prepare?.(options)
    return { run: (input) => record.run(input, options) }
  } catch (error) {
    return { unavailable: error instanceof SkillStateError ? error.message : notHere }
  }
}
