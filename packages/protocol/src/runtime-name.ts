/** A runtime as a row of a table names it: its record, and the options that were set. */
export interface RuntimeName {
  /** Of the record. */
  readonly id: string
  /** As they were typed. */
  readonly options: Readonly<Record<string, string>>
}

/** Reads `truncated:maxPromptChars=1141`. A colon that no option follows belongs to the text before it. */
export function readRuntimeName(name: string): RuntimeName {
  const [id = '', ...parts] = name.split(/:(?=\w+=)/)
  const options = parts.map((part) => {
    const equals = part.indexOf('=')
    return [part.slice(0, equals), part.slice(equals + 1)]
  })
  return { id, options: Object.fromEntries(options) }
}

/** Writes what `readRuntimeName` reads; the options in the order of their names. */
export function writeRuntimeName({ id, options }: RuntimeName): string {
  const parts = Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1))
  return [id, ...parts.map(([option, value]) => `${option}=${value}`)].join(':')
}
