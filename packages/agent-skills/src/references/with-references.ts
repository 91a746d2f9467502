import {
  type Environment,
  invalidOption,
  isJsonObject,
  type JsonObject,
  type Observation,
  type RecordedSteps,
} from '@skill-state/protocol'
import { ReferenceSlot, type WithReferencesOptions } from './reference-slot.ts'

/** An environment whose observations have a length that none exceeds. */
export interface BoundedEnvironment extends Environment {
  /** Most UTF-16 units of an observation. */
  readonly maxObservationChars: number
}

/** An environment with a slot for one reference, and what P must say of it. */
export interface ReferenceEnvironment extends BoundedEnvironment {
  readonly actionSchema: JsonObject
  /** For P: which references there are, and how one is pinned. */
  readonly instructions: string
  restore(recorded: RecordedSteps): Promise<void>
}

/**
 * Adds a slot that shows one of the skill's references after each observation, until another one takes its place: a
 * reference is at hand for as many steps as it is needed. The slot has a size, and a longer reference shows one window of
 * it, so that the bound of the prompt grows by that size and no more.
 *
 * The environment's `actionSchema` must be a list of alternatives (`anyOf`) or a map with one key; its own actions pass
 * through, and closing closes it. Throws `invalid-option` for another schema, for an empty list of references, for a
 * `pinned` that is not one of them, and for a size below 1.
 */
export function withReferences(
  environment: BoundedEnvironment,
  options: WithReferencesOptions,
): ReferenceEnvironment {
  const slot = new ReferenceSlot(options)
  if (options.references.length === 0)
    throw invalidOption('there is no reference to pin: use the environment as it is')
  let isRunning = false
  const shown = (observation: Observation): Observation => {
    isRunning = !observation.done
    return observation.done ? observation : { ...observation, text: observation.text + slot.shown() }
  }
  return {
    actionSchema: Object.entries(slot.actions).reduce<JsonObject>(
      (schema, [name, parameters]) => addAction(schema, name, parameters),
      environment.actionSchema ?? {},
    ),
    instructions: slot.instructions,
    maxObservationChars: Math.max(environment.maxObservationChars, slot.handledChars) + slot.maxShown,
    noop: environment.noop,
    expectedState: environment.expectedState && (() => environment.expectedState?.()),
    async reset(given) {
      slot.reset()
      return shown(await environment.reset(given))
    },
    async step(action, given) {
      const handled = isRunning ? slot.handle(action) : undefined
      return shown(handled ? { ...handled, done: false } : await environment.step(action, given))
    },
    async restore(recorded) {
      slot.reset()
      const passed = recorded.steps.filter(({ action }) => slot.handle(action) === undefined)
      await restore(environment, { ...recorded, steps: passed })
      isRunning = !(recorded.steps.at(-1)?.result ?? recorded.first).done
    },
    outcome: () => environment.outcome(),
    close: () => environment.close(),
  }
}

/** Without a way of its own, the same actions lead there. */
async function restore(environment: Environment, recorded: RecordedSteps): Promise<void> {
  if (environment.restore !== undefined) return environment.restore(recorded)
  const { seed, steps, signal } = recorded
  const options = signal && { signal }
  await environment.reset({ seed, ...options })
  for (const { action, source } of steps) {
    await environment.step(action, { ...options, source })
  }
}

/**
 * The schema of actions with one more, `{"<name>": <arguments>}`: another alternative of `anyOf`, or another key of a map
 * with one entry. What was there stays in its place, since references may lead to it. Throws `invalid-option` for a schema
 * of another form, or one that has an action of the name.
 */
function addAction(schema: JsonObject | undefined, name: string, parameters: JsonObject): JsonObject {
  if (schema !== undefined && Array.isArray(schema.anyOf)) {
    const only = {
      type: 'object',
      properties: { [name]: parameters },
      required: [name],
      additionalProperties: false,
    }
    return { ...schema, anyOf: [...schema.anyOf, only] }
  }
  const properties = schema?.maxProperties === 1 ? schema.properties : undefined
  if (schema !== undefined && isJsonObject(properties) && !Object.hasOwn(properties, name)) {
    return { ...schema, properties: { ...properties, [name]: parameters } }
  }
  throw invalidOption(
    `the action "${name}" cannot be added: the environment's actionSchema must be alternatives (anyOf) or a map with one key`,
  )
}
