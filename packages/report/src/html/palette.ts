import { runtimes } from '@skill-state/baselines'
import type { Ink } from '@skill-state/protocol'

/** One warm accent among cool inks, so that it stands out in every kind of colour vision; dashes tell controls. */
const INKS: Readonly<Record<string, Ink>> = Object.fromEntries(
  runtimes.flatMap(({ id, ink }) => (ink === undefined ? [] : [[id, ink] as const])),
)

/** Any other runtime, by its place. */
const OTHERS: readonly Ink[] = [
  { light: '#6d4fa3', dark: '#bda4ec' },
  { light: '#0f766e', dark: '#5ec9bb', dash: '6 3' },
  { light: '#2b67a8', dark: '#7fb4ee', dash: '2 3' },
  { light: '#57534e', dark: '#c4beb6', dash: '6 3 2 3' },
]

export interface Pen {
  /** A CSS colour that follows the page's scheme. */
  readonly color: string
  readonly dash?: string
  /** Whether it is the runtime that the report is about. */
  readonly accent: boolean
}

/** The pen of each runtime, the same in every figure of a report. */
export function createPens(names: readonly string[], subject: string): (runtime: string) => Pen {
  const strangers = names.filter((runtime) => !Object.hasOwn(INKS, runtime))
  return (runtime) => {
    const known = Object.hasOwn(INKS, runtime)
    const place = Math.max(0, strangers.indexOf(runtime)) % OTHERS.length
    const dash = (known ? INKS[runtime] : OTHERS[place])?.dash
    const color = known ? `var(--ink-${runtime})` : `var(--ink-other-${place})`
    return { color, accent: runtime === subject, ...(dash !== undefined && { dash }) }
  }
}

/** The colours as CSS custom properties, for one scheme. */
export function inkProperties(scheme: 'light' | 'dark'): string {
  const named = Object.entries(INKS).map(([name, ink]) => `--ink-${name}:${ink[scheme]}`)
  const others = OTHERS.map((ink, place) => `--ink-other-${place}:${ink[scheme]}`)
  return [...named, ...others].join(';')
}
