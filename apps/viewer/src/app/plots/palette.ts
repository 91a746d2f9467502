import { runtimes } from '@skill-state/baselines'
import { inksOf } from '@skill-state/report/plot'

export interface Pen {
  /** A CSS colour that follows the page's scheme. */
  readonly color: string
  readonly dash?: string | undefined
}

/** The pen of each name, the same wherever the same names are drawn. */
export function pensOf(names: readonly string[]): (name: string) => Pen {
  const inkOf = inksOf(names, runtimes)
  return (name) => {
    const { light, dark, dash } = inkOf(name)
    return { color: `light-dark(${light}, ${dark})`, dash }
  }
}
