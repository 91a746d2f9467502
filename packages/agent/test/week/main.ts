// A hostile week: npx -y pnpm@12.21.0 week --conversations 1000 --seed 1 [--turns 40] [--slips 6] [--kills] [--notes]
import { parseArgs } from 'node:util'
import { playWeek } from './conversation.ts'
import { sumOf, tableOf } from './table.ts'

const { values } = parseArgs({
  options: {
    conversations: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    turns: { type: 'string', default: '40' },
    slips: { type: 'string', default: '6' },
    kills: { type: 'boolean', default: false },
    notes: { type: 'boolean', default: false },
  },
})
const [conversations, seed, turns, slips] = [
  values.conversations,
  values.seed,
  values.turns,
  values.slips,
].map(Number)
const played = []
for (let index = 0; index < (conversations ?? 0); index += 1) {
  const one = await playWeek((seed ?? 0) + index, { turns, slips, kills: values.kills })
  played.push(one)
  if (values.notes) for (const note of one.notes) console.log(`${(seed ?? 0) + index}: ${note}`)
}
console.log(tableOf(sumOf(played)))
