const CHUNK = 16

/** Text of a flat map of strings, kept in chunks, of which a change writes one again. Its keys need no escapes. */
export class InventoryText {
  readonly #place = new Map<string, number>()
  /** `"key":"value"`; empty if the key was deleted. */
  readonly #entries: string[] = []
  readonly #chunks: string[] = []

  constructor(inventory: Readonly<Record<string, string>>) {
    this.merge(inventory)
  }

  merge(patch: Readonly<Record<string, string | null>>): void {
    const touched = new Set<number>()
    for (const key of Object.keys(patch)) {
      const value = patch[key] ?? null
      const place = this.#placeOf(key)
      this.#entries[place] = value === null ? '' : `"${key}":${JSON.stringify(value)}`
      touched.add(Math.floor(place / CHUNK))
    }
    for (const chunk of touched) {
      const entries = this.#entries.slice(chunk * CHUNK, (chunk + 1) * CHUNK)
      this.#chunks[chunk] = entries.filter(notEmpty).join(',')
    }
  }

  read(): string {
    return `{${this.#chunks.filter(notEmpty).join(',')}}`
  }

  #placeOf(key: string): number {
    const place = this.#place.get(key) ?? this.#entries.length
    if (place === this.#entries.length) {
      this.#place.set(key, place)
      this.#entries.push('')
    }
    return place
  }
}

const notEmpty = (text: string): boolean => text !== ''
