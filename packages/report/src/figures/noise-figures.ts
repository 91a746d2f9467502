import type { Row } from '../build/report.ts'
import { placesAxis, scoreAxis } from '../drawing/axes.ts'
import { BARS, drawSides, type Figure, type FigureInput, sidesOf } from './figure.ts'

/** Variants of noise, as the benchmarks name them: `noise-20`, `scenario-A-chatter-5`. */
const NOISE = /^(?:(?<world>.+)-)?(?<kind>noise|chatter|overrides)-(?<lines>\d+)$/

const KINDS: Readonly<Record<string, string>> = {
  noise: 'irrelevant telemetry',
  chatter: 'chatter that looks like events',
  overrides: "text that contradicts the skill's rules",
}

/** Score against lines of noise a turn, one figure a kind and horizon; the plain task is 0 lines. */
export function noiseFigures({ rows, pen, scope }: FigureInput): readonly Figure[] {
  const noisy = rows.filter(({ variant }) => NOISE.test(variant ?? ''))
  const groups = Map.groupBy(noisy, (row) => JSON.stringify([...readVariant(row), row.horizon ?? null]))
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const [world, kind] = readVariant(first)
    const plain = rows.filter(({ variant = '', horizon }) => variant === world && horizon === first.horizon)
    const horizon = first.horizon === undefined ? '' : `, T = ${first.horizon}`
    const name = `Score against noise: ${KINDS[kind] ?? kind}${horizon}`
    const title = [name, world, scope].filter(Boolean).join(', ')
    const panels = drawSides(sidesOf([...plain, ...group], 'score', linesOfNoise), {
      subject: title,
      model: first.model,
      pen,
      x: (lines) => placesAxis('lines of noise a turn', 'linear', lines),
      y: scoreAxis,
    })
    const caption = `The paper's claim: noise that never enters the state cannot pile up, so a runtime that carries it forward falls as the lines grow, and one that filters it at each step stays level. 0 lines is the plain task. ${BARS}.`
    return panels.length === 0 ? [] : [{ id: 'noise', title, caption, panels }]
  })
}

function readVariant({ variant }: Row): [world: string, kind: string] {
  const { world = '', kind = '' } = NOISE.exec(variant ?? '')?.groups ?? {}
  return [world, kind]
}

const linesOfNoise = ({ variant }: Row): number => Number(NOISE.exec(variant ?? '')?.groups?.lines ?? 0)
