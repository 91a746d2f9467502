export interface Entry<V> {
  readonly key: string
  readonly value: V
  /** Its text, once it has been asked for. */
  text?: string
}

interface Chunk<V> {
  /** A deleted entry leaves a hole, so that the places of the others stay. */
  readonly entries: readonly (Entry<V> | undefined)[]
  text?: string
  /** The text that it had with another entry in one place. */
  was?: { readonly text: string; readonly entry: Entry<V>; readonly place: number } | undefined
}

/** Small chunks make a change cheap, large ones the list of chunks short. */
const CHUNK = 16

/** Characters from which on a text is not copied into its chunk's. */
const LONG = 512

/**
 * An immutable list of entries in chunks: a change copies one chunk and the list of chunks, and all other
 * chunks keep their text. An entry is known by its place, which is stable until the list is compacted.
 */
export class Entries<V> {
  readonly #chunks: readonly Chunk<V>[]
  readonly size: number
  /** The place after the last one in use. */
  readonly end: number

  constructor(chunks: readonly Chunk<V>[], size: number, end: number) {
    this.#chunks = chunks
    this.size = size
    this.end = end
  }

  at(place: number): Entry<V> | undefined {
    return this.#chunks[Math.floor(place / CHUNK)]?.entries[place % CHUNK]
  }

  live(): Entry<V>[] {
    const live: Entry<V>[] = []
    for (const { entries } of this.#chunks) for (const entry of entries) if (entry) live.push(entry)
    return live
  }

  places(): Map<string, number> {
    const places = new Map<string, number>()
    let place = 0
    for (const { entries } of this.#chunks) {
      for (const entry of entries) {
        if (entry) places.set(entry.key, place)
        place += 1
      }
    }
    return places
  }

  /** With another entry, or a hole, in a place that holds an entry. */
  replaced(place: number, entry: Entry<V> | undefined): Entries<V> {
    const at = Math.floor(place / CHUNK)
    const chunk = withEntry(this.#chunks[at], place % CHUNK, entry)
    return new Entries(replaceAt(this.#chunks, at, chunk), this.size - (entry ? 0 : 1), this.end)
  }

  /** With one entry more, in the place `end`. */
  appended(entry: Entry<V>): Entries<V> {
    const at = Math.floor(this.end / CHUNK)
    const entries = [...(this.#chunks[at]?.entries ?? []), entry]
    return new Entries(replaceAt(this.#chunks, at, { entries }), this.size + 1, this.end + 1)
  }

  /** With one entry more, before the first key that follows it in a JavaScript object. Linear; moves places. */
  inserted(entry: Entry<V>): Entries<V> {
    const live = this.live()
    const at = live.findIndex(({ key }) => !(isIndex(key) && Number(key) < Number(entry.key)))
    return entriesOf(live.toSpliced(at === -1 ? live.length : at, 0, entry))
  }

  /** True if a JavaScript object would show this new key after all others. */
  endsBefore(key: string): boolean {
    if (!isIndex(key) || this.size === 0) return true
    let last = this.end - 1
    while (this.at(last) === undefined) last -= 1
    const before = this.at(last)?.key ?? ''
    return isIndex(before) && Number(before) < Number(key)
  }

  /** True if most places are holes. */
  get sparse(): boolean {
    return this.end > CHUNK && this.size < this.end / 2
  }

  /** Without holes. Linear; moves places. */
  compacted(): Entries<V> {
    return entriesOf(this.live())
  }

  /** The entries' texts, joined by commas. */
  text(write: (entry: Entry<V>) => string): string {
    let text = ''
    for (const chunk of this.#chunks) {
      chunk.text ??= chunkText(chunk, write)
      if (chunk.text !== '') text = text === '' ? chunk.text : `${text},${chunk.text}`
    }
    return text
  }
}

export function entriesOf<V>(live: readonly Entry<V>[]): Entries<V> {
  const chunks: Chunk<V>[] = []
  for (let at = 0; at < live.length; at += CHUNK) chunks.push({ entries: live.slice(at, at + CHUNK) })
  return new Entries(chunks, live.length, live.length)
}

function withEntry<V>(
  { entries, text = '' }: Chunk<V> = { entries: [] },
  place: number,
  entry: Entry<V> | undefined,
): Chunk<V> {
  const before = entries[place]
  const isCut = entry && before && text !== '' && text.length < LONG * CHUNK
  return {
    entries: replaceAt(entries, place, entry),
    was: isCut ? { text, entry: before, place } : undefined,
  }
}

/** Cut out of the text before if it can be: that takes a third of the time. */
function chunkText<V>(chunk: Chunk<V>, write: (entry: Entry<V>) => string): string {
  const { was } = chunk
  if (was) {
    chunk.was = undefined
    return cutText(chunk.entries, was, write)
  }
  const texts: string[] = []
  let longest = 0
  for (const entry of chunk.entries) {
    if (entry === undefined) continue
    const text = write(entry)
    texts.push(text)
    longest = Math.max(longest, text.length)
  }
  // `join` copies, which is the faster way for short texts; a long one is better left where it is.
  return longest < LONG ? texts.join(',') : texts.reduce((text, next) => `${text},${next}`)
}

function cutText<V>(
  entries: Chunk<V>['entries'],
  { text, entry, place }: NonNullable<Chunk<V>['was']>,
  write: (entry: Entry<V>) => string,
): string {
  let start = 0
  for (let at = 0; at < place; at += 1) {
    const before = entries[at]
    if (before) start += write(before).length + 1
  }
  const now = entries[place]
  return [text.slice(0, start), now ? write(now) : '', text.slice(start + write(entry).length)].join('')
}

/** A copy with one element set; `slice` and an assignment are several times faster than `with`. */
function replaceAt<T>(list: readonly T[], at: number, element: T): readonly T[] {
  const copy = list.slice()
  copy[at] = element
  return copy
}

/** True for a key that JavaScript puts before all others: a whole number below 2^32 − 1, without leading zeros. */
export function isIndex(key: string): boolean {
  const first = key.charCodeAt(0)
  if (!(first >= 48 && first <= 57)) return false
  const number = Number(key)
  return Number.isInteger(number) && number < 4_294_967_295 && String(number) === key
}
