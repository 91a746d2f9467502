import { invalidOption } from '../errors.ts'
import { isJsonObject, type JsonValue } from '../json.ts'

/** Where the values of a field come from. */
export type FieldSource =
  | { readonly tool: string; readonly path: string }
  | { readonly role: 'user'; readonly pattern: string }

/** A field of a state that rules fill from sources, without a model. */
export interface Field {
  readonly name: string
  readonly from: FieldSource
  /** The path whose text in the same result names a slot. */
  readonly key?: string | undefined
  /** Keeps only what the last so many messages gave, or the last so many slots. */
  readonly keep?: number | undefined
  /** Tools whose successful result empties the field, or the slots that their arguments name. */
  readonly evict?: readonly string[] | undefined
}

/**
 * Reads a list of fields from JSON, or says which entry is wrong.
 *
 * @example
 * ```ts
 * import { parseFields } from '@skill-state/agent'
 *
 * const [field] = parseFields([{ name: 'orders', from: { role: 'user', pattern: '#W[0-9]+' } }])
 * console.log(field?.name) // orders
 * ```
 */
export function parseFields(value: JsonValue): readonly Field[] {
  const list = isJsonObject(value) ? value.fields : value
  if (!Array.isArray(list)) throw invalidOption('fields must be a JSON list')
  const names = new Set<string>()
  return list.map((entry, at) => {
    const field = parseField(entry, `field ${at + 1}`)
    if (names.has(field.name)) throw invalidOption(`two fields have the name "${field.name}"`)
    names.add(field.name)
    return field
  })
}

function parseField(entry: JsonValue, place: string): Field {
  if (!isJsonObject(entry)) throw invalidOption(`${place} is not an object`)
  const { name, from, key, keep, evict } = entry
  if (typeof name !== 'string' || name === '') throw invalidOption(`${place}: "name" must be a text`)
  if (key !== undefined && typeof key !== 'string') throw invalidOption(`${place}: "key" must be a path`)
  if (keep !== undefined && !(Number.isSafeInteger(keep) && Number(keep) >= 1)) {
    throw invalidOption(`${place}: "keep" must be a whole number of at least 1`)
  }
  const isTools = Array.isArray(evict) && evict.every((tool) => typeof tool === 'string')
  if (evict !== undefined && !isTools) throw invalidOption(`${place}: "evict" must be a list of tools`)
  return {
    name,
    from: parseSource(from, place),
    key,
    keep: keep as number | undefined,
    evict: evict as readonly string[] | undefined,
  }
}

function parseSource(from: JsonValue | undefined, place: string): FieldSource {
  if (isJsonObject(from)) {
    const { tool, path, role, pattern } = from
    if (typeof tool === 'string' && typeof path === 'string') return { tool, path }
    if (role === 'user' && typeof pattern === 'string') {
      try {
        new RegExp(pattern, 'u')
      } catch (error) {
        throw invalidOption(`${place}: ${(error as Error).message}`)
      }
      return { role, pattern }
    }
  }
  throw invalidOption(`${place}: "from" must name a tool and a path, or the role "user" and a pattern`)
}
