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

/** A runtime whose record has an ink is drawn with it; each other name gets one by its place. */
export function createPalette(
  names: readonly string[],
  subject: string,
  runtimes: readonly Drawn[],
): Palette {
  const inks = new Map(runtimes.flatMap(({ id, ink }) => (ink === undefined ? [] : [[id, ink] as const])))
  const strangers = names.filter((runtime) => !inks.has(runtime))
  return {
    pen: (runtime) => {
      const accent = runtime === subject
      const own = inks.get(runtime)
      if (own !== undefined) return { color: `var(--ink-${runtime})`, dash: own.dash, accent }
      const place = Math.max(0, strangers.indexOf(runtime)) % OTHERS.length
      return { color: `var(--ink-other-${place})`, dash: OTHERS[place]?.dash, accent }
    },
    properties: (scheme) =>
      [
        ...[...inks].map(([name, ink]) => `--ink-${name}:${ink[scheme]}`),
        ...OTHERS.map((ink, place) => `--ink-other-${place}:${ink[scheme]}`),
      ].join(';'),
  }
}
