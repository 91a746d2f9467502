import { round } from './round.ts'

/** The least-squares slope of ln y on ln x, over points that arrive one by one. */
export class LogSlope {
  #n = 0
  #x = 0
  #y = 0
  #xx = 0
  #xy = 0

  /** Adds a point; one that has no logarithm is left out. */
  add(x: number, y: number): void {
    if (x <= 0 || y <= 0) return
    const [lx, ly] = [Math.log(x), Math.log(y)]
    this.#n++
    this.#x += lx
    this.#y += ly
    this.#xx += lx * lx
    this.#xy += lx * ly
  }

  /** `null` unless two different x are known. */
  slope(): number | null {
    const spread = this.#n * this.#xx - this.#x ** 2
    if (this.#n < 2 || spread <= 1e-9 * this.#n) return null
    return round((this.#n * this.#xy - this.#x * this.#y) / spread)
  }
}
