/** What is wrong with an action that could not be read. It quotes nothing: an action that comes back would be a memory. */
export function tellUnreadable(verbs: string): string {
  return `that is not an action. Use ${verbs} exactly as in the instructions.`
}
