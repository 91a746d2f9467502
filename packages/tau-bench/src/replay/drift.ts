/** A field that the data calls otherwise than it did when runs were recorded. */
export interface RenamedField {
  readonly before: string
  readonly now: string
  /** When the data changed, as `2025-01-16`. */
  readonly since: string
}

/** The one documented change: the address field of the users of both domains. */
const renamedFields: readonly RenamedField[] = [{ before: 'province', now: 'state', since: '2025-01-16' }]

/** The renamed field that turns the recorded answer into today's, every one of its name; nothing where none does. */
export function explainDrift(recorded: string, today: string): RenamedField | undefined {
  return renamedFields.find(({ before, now }) => recorded.replaceAll(`"${before}": `, `"${now}": `) === today)
}
