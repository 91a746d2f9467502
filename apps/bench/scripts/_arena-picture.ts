/** A policy in the picture: what it keeps, 0 to 1, and its cents. */
export interface Point {
  readonly name: string
  readonly kept: number
  readonly cost: number
}

const WIDTH = 820
const HEIGHT = 460
const LEFT = 60
const RIGHT = 270
const TOP = 30
const BOTTOM = 50
/** Least distance of two labels' lines. */
const LINE = 15

/** What is kept against what it costs, one labelled point a policy. Cost grows to the right on a logarithmic scale. */
export function drawArena(points: readonly Point[]): string {
  const costs = points.map(({ cost }) => Math.log(cost))
  const [least, most] = [Math.min(...costs), Math.max(...costs)]
  const x = (cost: number): number =>
    LEFT + ((Math.log(cost) - least) / (most - least)) * (WIDTH - LEFT - RIGHT)
  const y = (kept: number): number => TOP + (1 - kept) * (HEIGHT - TOP - BOTTOM)
  const ticks = [0, 0.25, 0.5, 0.75, 1].map(
    (kept) =>
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(kept)}" y2="${y(kept)}" stroke="#8884"/><text x="${LEFT - 8}" y="${y(kept) + 4}" text-anchor="end">${kept}</text>`,
  )
  let lowest = -LINE
  const labels = points
    .toSorted((a, b) => b.kept - a.kept || a.cost - b.cost)
    .map(({ name, kept, cost }) => {
      lowest = Math.max(y(kept) + 4, lowest + LINE)
      const isOurs = name === 'skill-state'
      const [px, py] = [x(cost).toFixed(1), y(kept).toFixed(1)]
      const label = WIDTH - RIGHT + 14
      return `<path d="M${px} ${py}L${label - 4} ${(lowest - 4).toFixed(1)}" stroke="#8886" fill="none"/><circle cx="${px}" cy="${py}" r="${isOurs ? 7 : 4}" fill="${isOurs ? '#c2410c' : '#64748b'}"/><text x="${label}" y="${lowest.toFixed(1)}"${isOurs ? ' font-weight="bold"' : ''}>${name}</text>`
    })
  const axis = [least, most]
    .map(Math.exp)
    .map(
      (cost) =>
        `<text x="${x(cost)}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${cost.toFixed(1)} ¢</text>`,
    )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" fill="#64748b" role="img" aria-label="What each policy keeps against what 100 steps cost">
<rect width="100%" height="100%" fill="#fff"/>
<text x="${LEFT}" y="16">kept of what the task needs</text>
<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 8}" text-anchor="middle">cost of 100 steps with a prefix cache, logarithmic</text>
${[...ticks, ...axis, ...labels].join('\n')}
</svg>
`
}
