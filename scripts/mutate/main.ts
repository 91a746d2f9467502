// Puts single faults into the rooms whose promises matter most, and counts those that the tests notice.
//
//   pnpm mutate [--rooms session,journal,meter,stores] [--mutants 40] [--seed 1] [--least 85]
import { parseArgs } from 'node:util'
import { equivalent } from './equivalent.ts'
import { type Mutant, mutantsOf, mutated, sampleOf } from './mutants.ts'
import { absolute, rooms, sourceOf, sourcesOf } from './rooms.ts'
import { Tests } from './tests.ts'

const { values } = parseArgs({
  options: {
    rooms: { type: 'string', default: Object.keys(rooms).join(',') },
    mutants: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    least: { type: 'string', default: '85' },
  },
})

for (const room of values.rooms.split(',')) await judge(room)

async function judge(room: string): Promise<void> {
  const all = sourcesOf(room).flatMap((file) => mutantsOf(file, sourceOf(file)))
  const tried = all.filter((mutant) => equivalent(mutant) === undefined)
  const chosen = sampleOf(tried, Number(values.seed), Number(values.mutants))
  const tests = new Tests(rooms[room]?.tests ?? [])
  const survivors: Mutant[] = []
  try {
    const { killedBy } = await tests.run({})
    if (killedBy) throw new Error(`${room}: ${killedBy} fails without a fault`)
    for (const mutant of chosen) {
      const source = mutated(sourceOf(mutant.file), mutant)
      const { killedBy } = await tests.run({ file: absolute(mutant), source })
      if (killedBy === undefined) survivors.push(mutant)
      console.log(
        `${killedBy ? 'noticed ' : 'SURVIVED'} ${lineOf(mutant)}${killedBy ? `  (${killedBy})` : ''}`,
      )
    }
  } finally {
    tests.end()
  }
  const noticed = chosen.length - survivors.length
  const score = Math.round((noticed / chosen.length) * 1_000) / 10
  console.log(
    `${room}: ${noticed} of ${chosen.length} noticed, ${score} % (of ${all.length}, ${all.length - tried.length} equivalent)`,
  )
  for (const survivor of survivors) console.log(`  ${lineOf(survivor)}`)
  if (score < Number(values.least)) process.exitCode = 1
}

function lineOf({ file, line, from, to }: Mutant): string {
  const shown = (code: string): string => JSON.stringify(code.length > 70 ? `${code.slice(0, 69)}…` : code)
  return `${file}:${line}  ${shown(from)} → ${shown(to)}`
}
