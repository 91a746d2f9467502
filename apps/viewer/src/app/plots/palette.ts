/** How a line is drawn. */
export interface Pen {
  /** A CSS colour that follows the page's scheme. */
  readonly color: string
  readonly dash?: string
}

/** The runtimes of the paper have the inks of the report's figures, in `style.css`. */
const KNOWN: Readonly<Record<string, Pen>> = {
  'skill-state': { color: 'var(--ink-warm)' },
  prompt: { color: 'var(--ink-grey)' },
  memory: { color: 'var(--ink-blue)' },
  stateful: { color: 'var(--ink-green)' },
  truncated: { color: 'var(--ink-grey)', dash: '2 3' },
  'summary-capped': { color: 'var(--ink-blue)', dash: '6 3' },
  llmlingua: { color: 'var(--ink-purple)', dash: '6 3 2 3' },
}

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
  const strangers = names.filter((name) => !Object.hasOwn(KNOWN, name))
  return (name) => {
    const known = Object.hasOwn(KNOWN, name) ? KNOWN[name] : undefined
    return known ?? OTHERS[Math.max(0, strangers.indexOf(name)) % OTHERS.length] ?? { color: 'currentColor' }
  }
}
