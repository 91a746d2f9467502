import { NumberMap } from './number-map.ts'
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
  readonly #numbers = new NumberMap()
  readonly #parents: number[] = []
  readonly #groups: number[] = []
  readonly #lastOf = new NumberMap()
  readonly #askers = new NumberMap()
  /** Pairs of a record and a call that it answers. */
  readonly #answers: number[] = []
  readonly #main: number[] = []
  readonly #sides: number[] = []
  #leaf = -1

  /** The newest id that the host named as the end of the conversation. */
  leaf(id: string | undefined): void {
    if (id !== undefined) this.#leaf = keyOf(id)
  }

  add(number: number, { id, parent, isSide, isFresh, group, asks = [], answers = [] }: Link): void {
    if (id === undefined || this.#numbers.get(keyOf(id)) !== undefined) return
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
    for (const call of answers) if (call !== undefined) this.#answers.push(number, keyOf(call))
  }

  isLastOf(group: string, number: number): boolean {
    return (this.#lastOf.get(keyOf(group)) ?? number) <= number
  }

  /** The records of the active branch: those on the way from its end, the rest of their responses, and the results of these. */
  resolve(): (number: number) => boolean {
    const nodes = this.#main.length > 0 ? this.#main : this.#sides
    const size = Math.max(this.#parents.length, 1)
    const [live, isNode] = [new Uint8Array(size), new Uint8Array(size)]
    const groups = new NumberMap()
    for (let at = this.#head(nodes); at !== -1 && live[at] !== 1; at = this.#parents[at] ?? -1) {
      live[at] = 1
      const group = this.#groups[at]
      if (group !== undefined) groups.set(group, at)
    }
    for (const at of nodes) {
      isNode[at] = 1
      if (groups.get(this.#groups[at] ?? -1) !== undefined) live[at] = 1
    }
    for (let pair = 0; pair < this.#answers.length; pair += 2) {
      const [number, asker] = [
        this.#answers[pair] as number,
        this.#askers.get(this.#answers[pair + 1] as number),
      ]
      if (isNode[number] === 1 && live[asker ?? -1] === 1) live[number] = 1
    }
    return (number) => live[number] === 1
  }

  #head(nodes: readonly number[]): number {
    const last = nodes.at(-1) ?? -1
    const leaf = this.#numbers.get(this.#leaf)
    if (leaf === undefined) return last
    const under = new Uint8Array(this.#parents.length)
    under[leaf] = 1
    let head = leaf
    for (const at of nodes) {
      if (under[this.#parents[at] ?? -1] !== 1) continue
      under[at] = 1
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
