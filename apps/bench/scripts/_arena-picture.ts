import type { PolicyRow } from './_arena-text.ts'

const WIDTH = 860
const HEIGHT = 560
const LEFT = 60
const BOTTOM = 500
const TOP = 40
const RIGHT = 640
const SCALE = [0.5, 1, 2, 4, 8, 16]
const COLOURS = ['#475569', '#b45309', '#15803d', '#7c3aed', '#0369a1', '#be123c']

const x = (prompt: number): number => LEFT + ((Math.log2(prompt) - Math.log2(0.5)) / 5) * (RIGHT - LEFT)
const y = (kept: number): number => BOTTOM - kept * (BOTTOM - TOP)

/** What each policy keeps against the size of its prompts, a point for each reader and writer. */
export function drawArena(rows: readonly PolicyRow[]): string {
  const drawn = rows.map(({ policy, points }, at) => {
    const colour = policy === 'skill-state' ? '#c2410c' : (COLOURS[at % COLOURS.length] ?? '')
    const places = points.map(({ prompt, kept }) => `${x(prompt).toFixed(1)},${y(kept).toFixed(1)}`)
    const dots = places.map((place) => {
      const [cx = '', cy = ''] = place.split(',')
      return `<circle cx="${cx}" cy="${cy}" r="4" fill="${colour}"/>`
    })
    const label = TOP + 24 + at * 26
    return [
      `<polyline points="${places.join(' ')}" fill="none" stroke="${colour}" stroke-width="1.5" opacity="0.6"/>`,
      ...dots,
      `<circle cx="${RIGHT + 16}" cy="${label - 4}" r="4" fill="${colour}"/>`,
      `<text x="${RIGHT + 26}" y="${label}"${policy === 'skill-state' ? ' font-weight="bold"' : ''}>${policy.replace('summarise-at-threshold', 'summarise')}</text>`,
    ].join('')
  })
  const grid = [0, 0.25, 0.5, 0.75, 1].map(
    (kept) =>
      `<line x1="${LEFT}" x2="${RIGHT}" y1="${y(kept)}" y2="${y(kept)}" stroke="#e2e8f0"/><text x="${LEFT - 8}" y="${y(kept) + 4}" text-anchor="end">${kept}</text>`,
  )
  const ticks = SCALE.map(
    (prompt) => `<text x="${x(prompt).toFixed(1)}" y="${BOTTOM + 20}" text-anchor="middle">${prompt}</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" fill="#1e293b" role="img" aria-label="What each policy keeps against the size of its prompts">
<rect width="100%" height="100%" fill="#fff"/>
<text x="${LEFT}" y="24" font-size="14">kept, 0 to 1; one point for each reader and writer</text>
<text x="${LEFT}" y="${BOTTOM + 44}" font-size="14">mean prompt, as a multiple of SKILL.state's</text>
${[...grid, ...ticks, ...drawn].join('\n')}
</svg>
`
}
