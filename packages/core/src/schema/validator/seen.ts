/** The keys and items of one value to which a schema was applied, for `unevaluatedProperties` and `unevaluatedItems`. */
export class Seen {
  readonly keys: Set<string> = new Set()
  allKeys = false
  /** Items before this index were seen. */
  items = 0

  add(other: Seen): void {
    for (const key of other.keys) this.keys.add(key)
    this.allKeys ||= other.allKeys
    this.items = Math.max(this.items, other.items)
  }
}
