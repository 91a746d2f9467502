import { invalidOption } from './errors.ts'
import type { Issue, Result } from './issues.ts'
import type { JsonValue } from './json.ts'
import type { StandardJsonSchema } from './skill.ts'

/**
 * What can be set of a runtime or a benchmark: a schema whose output has every default filled in. Any zod 4 schema
 * of an object is one. Its check must be synchronous.
 */
export interface OptionsSchema<Options> {
  readonly '~standard': Omit<StandardJsonSchema['~standard'], 'validate'> & {
    readonly validate: (value: unknown) => Checked<Options> | Promise<Checked<Options>>
  }
}

/** Options of which no more is known. */
export type SetOptions = { readonly [name: string]: JsonValue | undefined }

/** What a Standard Schema says of a value. */
export type Checked<Options> =
  | { readonly value: Options; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] }

interface SchemaIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** Whatever has options. */
interface Configurable<Options> {
  readonly id: string
  readonly options: OptionsSchema<Options>
}

/**
 * The options as the record's schema completes them. Throws `invalid-option`, which names the first option that
 * is wrong.
 */
export function parseOptions<Options>(
  { id, options }: Configurable<Options>,
  given: SetOptions = {},
): Options {
  const checked = checkOptions(options, given)
  if (checked.ok) return checked.value
  const [issue] = checked.issues
  const place = issue?.path ? `${issue.path}: ` : ''
  throw invalidOption(`options of ${id}: ${place}${issue?.message ?? 'not valid'}`)
}

/** The same as data: the path of each issue names the option, its parts joined by dots. */
export function checkOptions<Options>(schema: OptionsSchema<Options>, given: SetOptions): Result<Options> {
  const checked = schema['~standard'].validate(given)
  if (checked instanceof Promise) throw new TypeError('the schema of options must check synchronously')
  if (checked.issues === undefined) return { ok: true, value: checked.value }
  return { ok: false, issues: checked.issues.map(asIssue) }
}

function asIssue({ message, path = [] }: SchemaIssue): Issue {
  const keys = path.map((part) => String(typeof part === 'object' ? part.key : part))
  return { path: keys.join('.'), message }
}
