/** The part of zod's description of a schema that is read here; see zod's guide for authors of libraries. */
interface ZodLike {
  readonly _zod: { readonly def: Readonly<Record<string, unknown>> & { readonly type: string } }
}

/** Checks that the JSON Schema of a zod schema says as well. */
const SAID_CHECKS = new Set([
  ...['less_than', 'greater_than', 'multiple_of', 'number_format'],
  ...['max_length', 'min_length', 'length_equals'],
])

/** Formats of strings for which it has a pattern that says all. */
const SAID_FORMATS = new Set([
  ...[
    'regex',
    'starts_with',
    'ends_with',
    'includes',
    'email',
    'uuid',
    'guid',
    'cuid',
    'cuid2',
    'ulid',
    'xid',
  ],
  ...['ksuid', 'nanoid', 'datetime', 'date', 'time', 'duration', 'ipv4', 'e164'],
])

/** Types without parts that it says as well. */
const LEAVES = new Set([
  'string',
  'number',
  'int',
  'boolean',
  'null',
  'literal',
  'enum',
  'any',
  'unknown',
  'never',
])

/** Fields of a description that hold the schemas of parts: one, a list, or several by name. */
const PARTS = [
  'element',
  'keyType',
  'valueType',
  'innerType',
  'left',
  'right',
  'in',
  'out',
  'items',
  'rest',
  'options',
]

export function isZod(schema: unknown): schema is ZodLike {
  return typeof schema === 'object' && schema !== null && '_zod' in schema
}

/** Whether a schema, or a part of it, has a rule that its JSON Schema does not say. Unknown types count as such. */
export function hasUnsaidRules(schema: unknown): boolean {
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
export function hasOwnRules({ _zod: { def } }: ZodLike): boolean {
  const checks = Array.isArray(def.checks) ? def.checks : []
  return [def, ...checks.map((check) => (check as ZodLike)._zod.def)].some(isUnsaid) || !isKnownType(def)
}

function isUnsaid({ check, format }: Readonly<Record<string, unknown>>): boolean {
  if (check === undefined) return false
  const [known, name] = check === 'string_format' ? [SAID_FORMATS, format] : [SAID_CHECKS, check]
  return typeof name !== 'string' || !known.has(name)
}

function isKnownType(def: ZodLike['_zod']['def']): boolean {
  return (
    LEAVES.has(def.type) || def.type === 'object' || def.type === 'lazy' || PARTS.some((part) => part in def)
  )
}

function partsOf({ _zod: { def } }: ZodLike): unknown[] {
  const { shape, catchall, getter } = def as { shape?: object; catchall?: unknown; getter?: () => unknown }
  const named = def.type === 'object' ? [...Object.values(shape ?? {}), catchall] : []
  const inner = def.type === 'lazy' ? [getter?.()] : PARTS.flatMap((part) => def[part])
  return [...named, ...inner].filter((part) => part !== undefined && part !== null)
}

/** The schema of an entry of what a schema describes; undefined if its parts cannot be asked alone. */
export function entryOf(schema: ZodLike): ((key: string) => unknown) | undefined {
  const { def } = schema._zod
  const { shape = {}, catchall } = def as { shape?: Readonly<Record<string, unknown>>; catchall?: unknown }
  if (def.type === 'object') return (key) => (Object.hasOwn(shape, key) ? shape[key] : catchall)
  if (def.type === 'record' && !hasUnsaidRules(def.keyType)) return () => def.valueType
  return undefined
}
