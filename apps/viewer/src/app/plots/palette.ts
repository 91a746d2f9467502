import { runtimes } from '@skill-state/baselines'
import type { Ink } from '@skill-state/protocol'

/** How a line is drawn. */
export interface Pen {
  /** A CSS colour that follows the page's scheme. */
  readonly color: string
  readonly dash?: string | undefined
}

const KNOWN = new Map(
  runtimes.flatMap(({ id, ink }) => (ink === undefined ? [] : [[id, penOf(ink)] as const])),
)

/** The inks of `style.css`, for runtimes without an ink of their own. */
const OTHERS: readonly Pen[] = [
  { color: 'var(--ink-warm)', dash: '6 3' },
  { color: 'var(--ink-purple)' },
  { color: 'var(--ink-warm)', dash: '2 3' },
  { color: 'var(--ink-green)', dash: '6 3' },
  { color: 'var(--ink-purple)', dash: '2 3' },
  { color: 'var(--ink-green)', dash: '2 3' },
  { color: 'var(--ink-blue)', dash: '2 3' },
]

/** The pen of each name, the same wherever the same names are drawn. */
export function createPens(names: readonly string[]): (name: string) => Pen {
  const strangers = names.filter((name) => !KNOWN.has(name))
  return (name) =>
    KNOWN.get(name) ??
    OTHERS[Math.max(0, strangers.indexOf(name)) % OTHERS.length] ?? { color: 'currentColor' }
}

function penOf({ light, dark, dash }: Ink): Pen {
  return { color: `light-dark(${light}, ${dark})`, dash }
}
