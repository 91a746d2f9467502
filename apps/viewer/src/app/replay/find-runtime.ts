import { runtimes } from '@skill-state/baselines'
import {
  type JsonObject,
  parseOptions,
  type Runtime,
  readRuntimeName,
  SkillStateError,
} from '@skill-state/protocol'

/** The runtime that a run's conditions name, with the options that they record. Throws if a browser cannot drive it. */
export async function findRuntime(id: string, recorded: JsonObject): Promise<Runtime> {
  const record = runtimes.find((each) => each.id === readRuntimeName(id).id)
  try {
    if (record === undefined) throw new RangeError(id)
    const options = parseOptions(record, recorded)
    await record.prepare?.(options)
    return (input) => record.run(input, options)
  } catch (error) {
    if (error instanceof SkillStateError) throw error
    throw new Error(`the runtime ${id} cannot run in a browser`)
  }
}
