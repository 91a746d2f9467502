// Draws the prompt of each turn: npx -y pnpm@12.21.0 example docs/examples/booking/figure.ts FILE [TURNS] [VERSION…]
import { writeFileSync } from 'node:fs'
import { measure } from './measure.ts'

const [file, turnsText = '200', ...names] = process.argv.slice(2)
if (file === undefined) throw new Error('name the SVG file to write')
const turns = Number(turnsText)
const versions = names.length > 0 ? names : ['agent', 'ai-sdk', 'ai-sdk-raw', 'langchain', 'langchain-raw']
const lines: { readonly name: string; readonly prompts: readonly number[] }[] = []
for (const name of versions) lines.push({ name, prompts: (await measure(name, turns)).prompts })
writeFileSync(file, picture())

/** One line for each version. A colour for those with a state, another one for those without. */
function picture(): string {
  const [width, height, left, right, top, bottom] = [760, 360, 70, 200, 30, 40]
  const most = Math.max(...lines.flatMap(({ prompts }) => prompts))
  const x = (turn: number): number => left + (turn / turns) * (width - left - right)
  const y = (chars: number): number => height - bottom - (chars / most) * (height - top - bottom)
  const point = (chars: number, turn: number): string => `${x(turn).toFixed(1)},${y(chars).toFixed(1)}`
  const ends = spread(lines.map(({ prompts }) => y(prompts.at(-1) ?? 0)))
  const drawn = lines.map(({ name, prompts }, index) => {
    const colour = name.endsWith('-raw') ? '#c2703d' : '#17907e'
    const label = `${name.replace('-raw', ' before')}: ${prompts.at(-1)?.toLocaleString('en')}`
    return `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${prompts.map(point).join(' ')}"/>
<text x="${x(turns) + 8}" y="${((ends[index] ?? 0) + 4).toFixed(1)}" fill="${colour}">${label}</text>`
  })
  const ticks = [0, 0.5, 1].map((share) => {
    const chars = Math.round((share * most) / 1_000)
    return `<text x="${left - 8}" y="${(y(share * most) + 4).toFixed(1)}" text-anchor="end">${chars}k</text>
<line x1="${left}" x2="${width - right}" y1="${y(share * most).toFixed(1)}" y2="${y(share * most).toFixed(1)}" stroke="#888" stroke-opacity="0.3"/>`
  })
  const words = lines.map(({ name, prompts }) => `${name} ${prompts.at(-1)}`).join(', ')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Characters of a prompt at turn ${turns}: ${words}" font-family="system-ui, sans-serif" font-size="13" fill="#8a8f98">
<text x="${left}" y="18">characters of the longest prompt of a turn</text>
${ticks.join('\n')}
${drawn.join('\n')}
<text x="${x(turns / 2)}" y="${height - 10}" text-anchor="middle">turns, 0 to ${turns}</text>
</svg>
`
}

/** Labels at least a line apart, as near to their lines as that lets them be. */
function spread(places: readonly number[]): readonly number[] {
  const order = places.map((place, index) => ({ place, index })).sort((a, b) => b.place - a.place)
  let last = Infinity
  const moved = order.map(({ place, index }) => {
    last = Math.min(place, last - 17)
    return { index, place: last }
  })
  return moved.sort((a, b) => a.index - b.index).map(({ place }) => place)
}
