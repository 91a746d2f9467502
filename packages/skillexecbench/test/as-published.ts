/** JSON without figures that came after the published digests: they change nothing that an agent sees or scores. */
export function asPublished(value: unknown): string {
  return JSON.stringify(value, (key, each: unknown) => (key === 'recoveryTurns' ? undefined : each))
}
