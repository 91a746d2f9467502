import { keyOf } from './parts.ts'

/** What the tree of a session needs to know of a record. */
interface Link {
  readonly id: string | undefined
  readonly parent: string | undefined
  /** Of a sub-agent. */
  readonly isSide?: boolean
  /** Begins a window after a compaction: without a parent it follows the record before it. */
  readonly isFresh?: boolean
  /** The response that the record is a part of. */
  readonly group?: string | undefined
  /** Ids of the tool calls in it, and of those whose results are in it. */
  readonly asks?: readonly (string | undefined)[]
  readonly answers?: readonly (string | undefined)[]
}

/** The tree of records in a file, of which one branch is active. Holds numbers alone, since files are large. */
export class Chain {
  readonly #numbers = new Map<number, number>()
  readonly #parents: number[] = []
  readonly #groups: number[] = []
  readonly #lastOf = new Map<number, number>()
  readonly #askers = new Map<number, number>()
  readonly #answers: (readonly [number: number, call: number])[] = []
  readonly #main: number[] = []
  readonly #sides: number[] = []
  #leaf = -1

  /** The newest id that the host named as the end of the conversation. */
  leaf(id: string | undefined): void {
    if (id !== undefined) this.#leaf = keyOf(id)
  }

  add(number: number, { id, parent, isSide, isFresh, group, asks = [], answers = [] }: Link): void {
    if (id === undefined || this.#numbers.has(keyOf(id))) return
    this.#numbers.set(keyOf(id), number)
    const known = parent === undefined ? undefined : this.#numbers.get(keyOf(parent))
    // A missing parent is damage, or the end of a window: what came before it in the file is the best witness.
    const isLoose = known === undefined && (parent !== undefined || isFresh === true)
    this.#parents[number] = known ?? (isLoose ? (this.#main.at(-1) ?? -1) : -1)
    ;(isSide ? this.#sides : this.#main).push(number)
    if (group !== undefined) {
      this.#groups[number] = keyOf(group)
      this.#lastOf.set(keyOf(group), number)
    }
    for (const call of asks) if (call !== undefined) this.#askers.set(keyOf(call), number)
    for (const call of answers) if (call !== undefined) this.#answers.push([number, keyOf(call)])
  }

  isLastOf(group: string, number: number): boolean {
    return (this.#lastOf.get(keyOf(group)) ?? number) <= number
  }

  /** The records of the active branch: those on the way from its end, the rest of their responses, and the results of these. */
  resolve(): (number: number) => boolean {
    const nodes = this.#main.length > 0 ? this.#main : this.#sides
    const live = new Set<number>()
    const groups = new Set<number>()
    for (let at = this.#head(nodes); at !== -1 && !live.has(at); at = this.#parents[at] ?? -1) {
      live.add(at)
      const group = this.#groups[at]
      if (group !== undefined) groups.add(group)
    }
    for (const at of nodes) if (groups.has(this.#groups[at] ?? -1)) live.add(at)
    const isMain = new Set(nodes)
    for (const [number, call] of this.#answers)
      if (isMain.has(number) && live.has(this.#askers.get(call) ?? -1)) live.add(number)
    return (number) => live.has(number)
  }

  #head(nodes: readonly number[]): number {
    const last = nodes.at(-1) ?? -1
    const leaf = this.#numbers.get(this.#leaf)
    if (leaf === undefined) return last
    const under = new Set([leaf])
    let head = leaf
    for (const at of nodes) {
      if (!under.has(this.#parents[at] ?? -1)) continue
      under.add(at)
      head = at
    }
    return head
  }

  /** The numbers of records, given by ids or as the ends of a part of the branch. */
  numbersOf(ids: readonly string[] | { readonly head: string; readonly tail: string }): ReadonlySet<number> {
    const numberOf = (id: string): number => this.#numbers.get(keyOf(id)) ?? -1
    if (!('head' in ids)) return new Set(ids.map(numberOf))
    const found = new Set<number>()
    const head = numberOf(ids.head)
    for (let at = numberOf(ids.tail); at !== -1 && !found.has(at); at = this.#parents[at] ?? -1) {
      found.add(at)
      if (at === head) return found
    }
    return new Set()
  }
}
