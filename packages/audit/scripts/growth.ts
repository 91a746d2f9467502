/**
 * CPU of an audit of one episode by its messages, the memory that it holds, and the exponents between two sizes. Both should
 * grow with the messages alone.
 *
 *   node --conditions=@skill-state/source packages/audit/scripts/growth.ts
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Audit, type Episode } from '@skill-state/audit'
import { episodeOf, type Line } from '../test/simulation.ts'

const SIZES = [1_600, 3_200, 6_400, 12_800]
const ROUNDS = 3

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

interface Cost {
  readonly seconds: number
  readonly megabytes: number
}

async function costOf(episode: Episode): Promise<Cost> {
  const held = heapUsed()
  const before = process.cpuUsage()
  const audit = new Audit({ prompt: 'Look.' })
  await audit.add(episode)
  const document = audit.document()
  const { user, system } = process.cpuUsage(before)
  const megabytes = (heapUsed() - held) / 2 ** 20
  if (document.episodes !== 1) throw new Error('the audit has another number of episodes')
  return { seconds: (user + system) / 1e6, megabytes }
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function heapUsed(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

/** The least time of some rounds, since another process can only add to it, and the most memory. */
async function costIn(messages: number): Promise<Cost> {
  const costs: Cost[] = []
  for (let round = 0; round < ROUNDS; round++) costs.push(await costOf(episodeWith(messages)))
  return {
    seconds: Math.min(...costs.map(({ seconds }) => seconds)),
    megabytes: Math.max(...costs.map(({ megabytes }) => megabytes)),
  }
}

await costOf(episodeWith(SIZES[0] ?? 0))
let last: (Cost & { readonly messages: number }) | undefined
for (const messages of SIZES) {
  const cost = await costIn(messages)
  const growth = (of: keyof Cost): string =>
    last
      ? `, exponent ${(Math.log(cost[of] / last[of]) / Math.log(messages / last.messages)).toFixed(2)}`
      : ''
  console.log(
    `${messages} messages: ${cost.seconds.toFixed(2)} s of CPU${growth('seconds')}; ${cost.megabytes.toFixed(1)} MB held${growth('megabytes')}`,
  )
  last = { messages, ...cost }
}
