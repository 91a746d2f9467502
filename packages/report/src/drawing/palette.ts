import type { Ink, RuntimeRecord } from '@skill-state/protocol'

/** What a figure needs of a runtime's record: its name and how it is drawn. */
export type Drawn = Pick<RuntimeRecord, 'id' | 'ink'>

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
  readonly dash?: string | undefined
  /** Whether it is the runtime that the report is about. */
  readonly accent: boolean
}

/** The pens of one page, and the colours that they use. */
export interface Palette {
  /** The pen of a runtime, the same in every figure. */
  readonly pen: (runtime: string) => Pen
  /** The colours as CSS custom properties, for one scheme. */
  readonly properties: (scheme: 'light' | 'dark') => string
}

/** The ink of each name, the same wherever the same names are drawn, and a key that tells it from others. */
export function inksOf(
  names: readonly string[],
  runtimes: readonly Drawn[],
): (name: string) => Ink & { readonly key: string } {
  const known = new Map(runtimes.map(({ id, ink }) => [id, ink]))
  const strangers = names.filter((name) => known.get(name) === undefined)
  return (name) => {
    const own = known.get(name)
    if (own !== undefined) return { ...own, key: name }
    const place = Math.max(0, strangers.indexOf(name)) % OTHERS.length
    return { ...(OTHERS[place] as Ink), key: `other-${place}` }
  }
}

/** A runtime whose record has an ink is drawn with it; each other name gets one by its place. */
export function chartPalette(names: readonly string[], subject: string, runtimes: readonly Drawn[]): Palette {
  const inkOf = inksOf(names, runtimes)
  const named = runtimes.flatMap(({ id, ink }) => (ink === undefined ? [] : [[id, ink] as const]))
  return {
    pen: (runtime) => {
      const { key, dash } = inkOf(runtime)
      return { color: `var(--ink-${key})`, dash, accent: runtime === subject }
    },
    properties: (scheme) =>
      [...named, ...OTHERS.map((ink, place) => [`other-${place}`, ink] as const)]
        .map(([key, ink]) => `--ink-${key}:${ink[scheme]}`)
        .join(';'),
  }
}
