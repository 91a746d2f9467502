import type { JsonObject } from '@skill-state/protocol'

/** Ends the episode, with an answer. */
export const FINISH = 'finish'
/** Shows another part of a result that was too long. */
export const READ = 'read_result'

/** Names of actions that no tool can have: those of the environment, and the one that pins a skill's reference. */
export const OWN_ACTIONS: readonly string[] = [FINISH, READ, 'pin_reference']

/** The values of the environment's own actions. */
export const ownParameters: Readonly<Record<typeof FINISH | typeof READ, JsonObject>> = {
  [READ]: {
    type: 'object',
    properties: { handle: { type: 'string' }, from: { type: 'integer', minimum: 0 } },
    required: ['handle', 'from'],
    additionalProperties: false,
  },
  [FINISH]: { type: 'string' },
}
