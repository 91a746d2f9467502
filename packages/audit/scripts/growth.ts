/**
 * CPU of an audit of one episode by its messages, and the exponent between them. It should grow with the messages alone.
 *
 *   node --conditions=@skill-state/source packages/audit/scripts/growth.ts
 */
import { Audit, type Episode } from '@skill-state/audit'
import { episodeOf, type Line } from '../test/simulation.ts'

const SIZES = [400, 1_600, 6_400]

/** Each call looks at what the one before found, and at one of the last forty before. */
function episodeWith(messages: number): Episode {
  const lines: Line[] = [{ user: 'Begin with item-0.' }]
  for (let at = 0; lines.length < messages; at++) {
    const again = `item-${at - ((at * 7_919) % Math.min(at + 1, 40))}`
    lines.push(
      { agent: '', calls: [['look', { id: `item-${at}`, again }]] },
      { result: { id: `item-${at + 1}`, text: `Some text of number ${at}. `.repeat(4) } },
    )
  }
  return episodeOf(lines)
}

async function secondsOf(episode: Episode): Promise<number> {
  const before = process.cpuUsage()
  const audit = new Audit({ prompt: 'Look.' })
  await audit.add(episode)
  audit.document()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

await secondsOf(episodeWith(SIZES[0] ?? 0))
let last: readonly [messages: number, seconds: number] | undefined
for (const messages of SIZES) {
  const seconds = await secondsOf(episodeWith(messages))
  const exponent = last && Math.log(seconds / last[1]) / Math.log(messages / last[0])
  process.stdout.write(
    `${messages} messages: ${seconds.toFixed(2)} s of CPU${exponent === undefined ? '' : `, exponent ${exponent.toFixed(2)}`}\n`,
  )
  last = [messages, seconds]
}
