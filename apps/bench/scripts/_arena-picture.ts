/** A policy in the picture: what it keeps, 0 to 1, and its cents without and with a prefix cache. */
export interface Bar {
  readonly name: string
  readonly kept: number
  readonly uncached: number
  readonly cached: number
}

const SUBJECT = 'skill-state'
const ROW = 26
const TOP = 44
const MIDDLE = 270
const NAMES = 250
const SIDE = 240
const WIDTH = MIDDLE + NAMES + SIDE + 60

/** One row for each policy: to the left what it keeps, to the right what it costs. The best are on top. */
export function drawArena(bars: readonly Bar[]): string {
  const most = Math.max(...bars.map(({ uncached }) => uncached))
  const right = MIDDLE + NAMES
  const sorted = bars.toSorted((a, b) => b.kept - a.kept || a.cached - b.cached)
  const rows = sorted.map(({ name, kept, uncached, cached }, at) => {
    const y = TOP + at * ROW
    const isOurs = name === SUBJECT
    const [dark, light] = isOurs ? ['#c2410c', '#fdba74'] : ['#475569', '#cbd5e1']
    const bar = (x: number, width: number, fill: string, inset = 0): string =>
      `<rect x="${x.toFixed(1)}" y="${y + 4 + inset}" width="${width.toFixed(1)}" height="${ROW - 8 - 2 * inset}" fill="${fill}"/>`
    const text = (x: number, anchor: string, words: string): string =>
      `<text x="${x.toFixed(1)}" y="${y + 17}" text-anchor="${anchor}"${isOurs ? ' font-weight="bold"' : ''}>${words}</text>`
    const [left, whole, hit] = [kept * (SIDE - 40), (uncached / most) * SIDE, (cached / most) * SIDE]
    return [
      bar(MIDDLE - left, left, dark),
      text(MIDDLE - left - 6, 'end', kept.toFixed(2)),
      text(MIDDLE + NAMES / 2, 'middle', name),
      bar(right, whole, light),
      bar(right, hit, dark, 4),
      text(right + whole + 6, 'start', `${cached.toFixed(1)} ¢`),
    ].join('')
  })
  const height = TOP + bars.length * ROW + 10
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12" fill="#1e293b" role="img" aria-label="What each policy keeps against what 100 steps cost">
<rect width="100%" height="100%" fill="#fff"/>
<text x="${MIDDLE}" y="26" text-anchor="end" font-size="14">kept of what the task asks</text>
<text x="${right}" y="26" font-size="14">cost of 100 steps; dark: with a prefix cache</text>
${rows.join('\n')}
</svg>
`
}
