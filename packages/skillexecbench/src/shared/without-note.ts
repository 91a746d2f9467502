/** The observation without the note that a runtime puts before it if it undid a patch. */
export function withoutNote(observation: string): string {
  return observation.replace(/^\[The action was refused[^\n]*\]\n/, '')
}
