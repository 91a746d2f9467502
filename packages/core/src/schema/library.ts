import {
  type Issue,
  type JsonObject,
  type JsonValue,
  reasonOf,
  type StandardJsonSchema,
  type StateSchema,
} from '@skill-state/protocol'
import { describeValue, oneLine } from '../json/excerpt.ts'
import { isPlain } from '../json/is-plain.ts'
import { pointerStep } from '../json/pointer.ts'
import type { LevelChange } from '../state/change.ts'
import { isSame } from '../state/diff.ts'
import { toJsonValue } from '../state/state.ts'

/**
 * A skill's schema as JSON Schema: itself if it is JSON Schema, else what its library says of the values that it
 * gives (its output). Throws an error that says why there is none.
 *
 * What `z.toJSONSchema` makes is JSON Schema, and is taken as it is: the method that it hides, by which it could be
 * made anew, knows nothing of what was done to it since.
 */
export function toJsonSchema(schema: StateSchema): JsonObject {
  const library = libraryOf(schema)
  if (library === undefined) return checkData(schema as JsonObject)
  if (typeof library['~standard'].jsonSchema?.output !== 'function') {
    const { vendor } = library['~standard']
    throw new Error(
      `the library "${vendor}" gives no JSON Schema for it: use zod 4, or pass JSON Schema itself`,
    )
  }
  // The library's own types are wider than JSON.
  return library['~standard'].jsonSchema.output({ target: 'draft-2020-12' }) as JsonObject
}

/** A schema of a library that knows Standard Schema; undefined for JSON Schema. */
function libraryOf(schema: StateSchema): StandardJsonSchema | undefined {
  const isData = isPlain(schema) && !Object.keys(schema).includes('~standard')
  return !isData && '~standard' in schema ? (schema as StandardJsonSchema) : undefined
}

const SCALARS = ['string', 'number', 'boolean']

/** Throws for what JSON cannot say, such as the methods of a parser. Absent values may be undefined. */
function checkData(schema: JsonObject): JsonObject {
  const work: (readonly [value: unknown, path: string, depth: number])[] = [[schema, '', 0]]
  for (let next = work.pop(); next; next = work.pop()) {
    const [value, path, depth] = next
    if (value === undefined || value === null || SCALARS.includes(typeof value)) continue
    if (!(Array.isArray(value) || isPlain(value)) || depth > 500) {
      const found = depth > 500 ? 'more than 500 levels' : describeValue(value)
      throw new Error(`expected JSON Schema, or a schema of zod 4, found ${found} at "${path}"`)
    }
    for (const [key, child] of Object.entries(value)) work.push([child, path + pointerStep(key), depth + 1])
  }
  return schema
}

/** The rules of a schema's library that its JSON Schema does not say, such as those of zod's `refine`. */
export interface LibraryRules {
  readonly whole: (state: JsonValue) => readonly Issue[]
  /** Checks what a change touched: the nearest level that has such a rule, with all that is below it. */
  readonly change: (change: LevelChange) => readonly Issue[]
}

/** The library's own rules; undefined if its JSON Schema says all of them. */
export function libraryRules(schema: StateSchema): LibraryRules | undefined {
  const library = libraryOf(schema)
  if (library === undefined || !hasUnsaidRules(library)) return undefined
  return { whole: (state) => ask(library, state, ''), change: (change) => askChange(library, change, '') }
}

function askChange(schema: unknown, change: LevelChange, path: string): readonly Issue[] {
  const entry = isZod(schema) && !hasOwnRules(schema) ? entryOf(schema) : undefined
  if (entry === undefined) return ask(schema, change.after.toJSON(), path)
  return change.entries.flatMap(({ key, before, after, below }) => {
    const part = entry(key)
    if (after === undefined || before === after || part === undefined || !hasUnsaidRules(part)) return []
    const place = path + pointerStep(key)
    return below ? askChange(part, below, place) : ask(part, toJsonValue(after), place)
  })
}

interface Validating {
  readonly '~standard': {
    readonly validate?: ((value: unknown) => Outcome | PromiseLike<Outcome>) | undefined
  }
}

type Outcome =
  | { readonly issues: readonly LibraryIssue[] }
  | { readonly issues?: undefined; readonly value: unknown }

interface LibraryIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

function ask(schema: unknown, value: JsonValue, path: string): readonly Issue[] {
  const outcome = outcomeOf(schema as Validating, value)
  if (typeof outcome === 'string') return [{ path, message: outcome }]
  if (outcome.issues) return outcome.issues.map((issue) => toIssue(issue, path))
  if (isSame(outcome.value as JsonValue, value)) return []
  return [{ path, message: 'the schema would change this value: write what it makes of it' }]
}

function outcomeOf({ '~standard': { validate: ask } }: Validating, value: JsonValue): Outcome | string {
  if (ask === undefined) return 'the library of the schema cannot check it'
  try {
    const outcome = ask(value)
    if (!('then' in outcome)) return outcome
    // Zod asks again like this if a rule throws.
    Promise.resolve(outcome).catch(() => undefined)
    return 'a rule of the schema failed, or is asynchronous: it cannot be checked'
  } catch (error) {
    return `a rule of the schema failed: ${oneLine(reasonOf(error), 200)}`
  }
}

function toIssue({ message, path = [] }: LibraryIssue, above: string): Issue {
  const steps = path.map((step) => pointerStep(String(typeof step === 'object' ? step.key : step)))
  return { path: above + steps.join(''), message }
}

/** The part of zod's description of a schema that is read here; see zod's guide for authors of libraries. */
interface ZodLike {
  readonly _zod: { readonly def: Readonly<Record<string, unknown>> & { readonly type: string } }
}

/** Checks that the JSON Schema of a zod schema says as well. */
const SAID_CHECKS = new Set(
  'less_than greater_than multiple_of number_format max_length min_length length_equals'.split(' '),
)

/** Formats of strings for which it has a pattern that says all. */
const SAID_FORMATS = new Set(
  `regex starts_with ends_with includes email uuid guid cuid cuid2 ulid xid ksuid nanoid
  datetime date time duration ipv4 e164`.split(/\s+/),
)

/** Types that it says as well, beside those with `PARTS`. */
const TYPES = new Set('string number int boolean null literal enum any unknown never object lazy'.split(' '))

/** Fields of a description that hold the schemas of parts: one, a list, or several by name. */
const PARTS = 'element keyType valueType innerType left right in out items rest options'.split(' ')

function isZod(schema: unknown): schema is ZodLike {
  return typeof schema === 'object' && schema !== null && '_zod' in schema
}

/** Whether a schema, or a part of it, has a rule that its JSON Schema does not say. Unknown types count as such. */
function hasUnsaidRules(schema: unknown): boolean {
  const known = new Set<unknown>()
  const work = [schema]
  for (let each = work.pop(); each !== undefined; each = work.pop()) {
    if (known.has(each)) continue
    known.add(each)
    if (!isZod(each) || hasOwnRules(each)) return true
    work.push(...partsOf(each))
  }
  return false
}

/** Whether a schema itself, not a part of it, has such a rule. */
function hasOwnRules({ _zod: { def } }: ZodLike): boolean {
  const checks = Array.isArray(def.checks) ? def.checks : []
  const isKnownType = TYPES.has(def.type) || PARTS.some((part) => part in def)
  return !isKnownType || [def, ...checks.map((check) => (check as ZodLike)._zod.def)].some(isUnsaid)
}

function isUnsaid({ check, format }: Readonly<Record<string, unknown>>): boolean {
  if (check === undefined) return false
  const [known, name] = check === 'string_format' ? [SAID_FORMATS, format] : [SAID_CHECKS, check]
  return typeof name !== 'string' || !known.has(name)
}

function partsOf({ _zod: { def } }: ZodLike): unknown[] {
  const { shape, catchall, getter } = def as { shape?: object; catchall?: unknown; getter?: () => unknown }
  const named = def.type === 'object' ? [...Object.values(shape ?? {}), catchall] : []
  const inner = def.type === 'lazy' ? [getter?.()] : PARTS.flatMap((part) => def[part])
  return [...named, ...inner].filter((part) => part !== undefined && part !== null)
}

/** The schema of an entry of what a schema describes; undefined if its parts cannot be asked alone. */
function entryOf(schema: ZodLike): ((key: string) => unknown) | undefined {
  const { def } = schema._zod
  const { shape = {}, catchall } = def as { shape?: Readonly<Record<string, unknown>>; catchall?: unknown }
  if (def.type === 'object') return (key) => (Object.hasOwn(shape, key) ? shape[key] : catchall)
  if (def.type === 'record' && !hasUnsaidRules(def.keyType)) return () => def.valueType
  return undefined
}
