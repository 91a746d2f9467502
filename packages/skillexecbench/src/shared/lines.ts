/** The names in braces of a form. */
type FieldOf<Form extends string> = Form extends `${string}{${infer Field}}${infer Rest}`
  ? Field | FieldOf<Rest>
  : never

type Pattern = string | { readonly number: string }

type Forms = Readonly<Record<string, string>>
type Patterns = Readonly<Record<string, Pattern>>

export type Line<F extends Forms, P extends Patterns> = {
  readonly [Kind in keyof F & string]: { readonly kind: Kind } & {
    readonly [Field in FieldOf<F[Kind]>]: P[Field] extends string ? string : number
  }
}[keyof F & string]

export interface Lines<L> {
  readonly write: (line: L) => string
  /** Reads a text that is such a line, to the letter; undefined for anything else. */
  readonly read: (text: unknown) => L | undefined
  readonly readLast: (observation: string) => L | undefined
}

/** Lines of some forms by their kind, such as `{guest} comes for the bag.`, and the patterns of their fields. */
export function lines<const F extends Forms, const P extends Patterns>(
  forms: F,
  patterns: P,
): Lines<Line<F, P>> {
  const readers = Object.entries(forms).map(([kind, form]) => [kind, readerOf(form, patterns)] as const)
  const read = (text: unknown): Line<F, P> | undefined => {
    if (typeof text !== 'string') return undefined
    for (const [kind, reader] of readers) {
      const fields = reader.exec(text)?.groups ?? (reader.test(text) ? {} : undefined)
      if (fields === undefined) continue
      const values = Object.entries(fields).map(([field, value]) => [
        field,
        typeof patterns[field] === 'string' ? value : Number(value),
      ])
      return { kind, ...Object.fromEntries(values) } as Line<F, P>
    }
    return undefined
  }
  return {
    write: (line) => {
      const fields: Readonly<Record<string, unknown>> = line
      return (forms[line.kind] ?? '').replace(/\{(\w+)\}/g, (_, field: string) => String(fields[field]))
    },
    read,
    readLast: (observation) => read(lastLine(observation)),
  }
}

function readerOf(form: string, patterns: Patterns): RegExp {
  const escaped = form.replace(/[\\^$.*+?()[\]|]/g, '\\$&')
  const source = escaped.replace(/\{(\w+)\}/g, (_, field: string) => {
    const pattern = patterns[field] ?? ''
    return `(?<${field}>${typeof pattern === 'string' ? pattern : pattern.number})`
  })
  return new RegExp(`^${source}$`)
}

/** The event of an observation is its last line. */
export function lastLine(observation: string): string {
  return observation.slice(observation.lastIndexOf('\n') + 1)
}
