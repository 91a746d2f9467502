import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import { resolvePointer } from '../../json/pointer.ts'

/** A base for schemas that have no absolute one. */
const NOWHERE = 'https://schema.invalid/'

/** Keywords whose value is data, in which nothing names a schema. */
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples'])

/** What the references in a schema mean: `$id` and `$anchor` name parts of it. */
export class Names {
  readonly #root: JsonObject
  /** The address below which a part's references are read. */
  readonly #bases: Map<JsonObject, string> = new Map()
  readonly #parts: Map<string, JsonObject> = new Map()

  constructor(root: JsonObject) {
    this.#root = root
    this.#parts.set(NOWHERE, root)
    this.#visit(root, NOWHERE)
  }

  /** The part that a reference in `from` means, or undefined. */
  resolve(from: JsonObject, reference: string): JsonValue | undefined {
    try {
      const url = new URL(reference, this.#bases.get(from) ?? NOWHERE)
      const fragment = decodeURIComponent(url.hash.slice(1))
      const base = this.#parts.get(withoutFragment(url.href))
      if (fragment !== '' && !fragment.startsWith('/'))
        return this.#parts.get(`${withoutFragment(url.href)}#${fragment}`)
      return base && resolvePointer(base, fragment)
    } catch {
      return undefined
    }
  }

  #visit(value: JsonValue, above: string): void {
    if (typeof value !== 'object' || value === null) return
    if (!isJsonObject(value)) {
      for (const item of value) this.#visit(item, above)
      return
    }
    if (this.#bases.has(value)) return
    const base = this.#baseOf(value, above)
    this.#bases.set(value, base)
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      if (typeof value[keyword] === 'string') this.#parts.set(`${base}#${value[keyword]}`, value)
    }
    for (const [keyword, child] of Object.entries(value))
      if (!DATA.has(keyword)) this.#visit(child as JsonValue, base)
  }

  #baseOf(schema: JsonObject, above: string): string {
    const { $id } = schema
    if (typeof $id !== 'string') return above
    if (!URL.canParse($id, above)) throw new Error(`"$id" must be an address, found ${JSON.stringify($id)}`)
    const url = new URL($id, above).href
    // In draft-07, `#name` is the name of a place.
    if ($id.startsWith('#') && schema !== this.#root) {
      this.#parts.set(url, schema)
      return above
    }
    const base = withoutFragment(url)
    this.#parts.set(base, schema)
    return base
  }
}

const withoutFragment = (address: string): string => address.replace(/#.*$/, '')
