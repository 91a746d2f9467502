/**
 * What is wrong with an action that could not be read; `verbs` says what to use: `Store, Ship, Move or Wait`. It quotes nothing:
 * an action that comes back in the next observation would be a memory.
 */
export function tellUnreadable(verbs: string): string {
  return `that is not an action. Use ${verbs} exactly as in the instructions.`
}
