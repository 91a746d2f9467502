// Plays schedules of the whole runtime in one deterministic world with faults. The same seed gives the same bytes.
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { seeded } from './choices.ts'
import { explore, SMALL_WORLD } from './explore.ts'
import { type Kind, kinds } from './places.ts'
import { type Played, play } from './play.ts'
import { shrink, testOf } from './shrink.ts'

const USAGE = `pnpm simulate [--seed N] [--schedules N] [--store KIND] [--shrink] [--story] [--write-test FILE] [--exhaustive]
  --seed N           first seed. Default: 1
  --schedules N      how many seeds, one after the other. Default: 1, with its story
  --store KIND       one of: ${kinds.join(', ')}. Default: all
  --shrink           makes the first failing schedule as short as it can be
  --story            tells each event
  --write-test FILE  writes the shortened schedule as a test
  --exhaustive       plays every interleaving of two callers, each with up to --operations of their four (default 4)
The exit code is 1 if a promise does not hold.`

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    schedules: { type: 'string', default: '1' },
    store: { type: 'string' },
    operations: { type: 'string', default: '4' },
    shrink: { type: 'boolean', default: false },
    story: { type: 'boolean', default: false },
    'write-test': { type: 'string' },
    exhaustive: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const [first, schedules] = [Number(values.seed), Number(values.schedules)]
const stores = kinds.filter((kind) => values.store === undefined || kind === values.store)

if (values.help || stores.length === 0 || !Number.isSafeInteger(first) || !(schedules >= 1)) {
  console.log(USAGE)
  process.exitCode = values.help ? 0 : 2
} else for (const store of stores) await (values.exhaustive ? exhaust(store) : simulate(store))

async function simulate(store: Kind): Promise<void> {
  const begun = process.cpuUsage()
  const all = createHash('sha256')
  for (let seed = first; seed < first + schedules; seed += 1) {
    const played = await play({ store, choices: seeded(seed) })
    all.update(played.hash)
    if (values.story && !played.finding) console.log(played.story.join('\n'))
    if (played.finding) return await tell(store, `seed ${seed}`, played)
  }
  const { user, system } = process.cpuUsage(begun)
  const rate = Math.round((schedules * 60e6) / (user + system))
  const seeds = schedules === 1 ? `seed ${first}` : `seeds ${first} to ${first + schedules - 1}`
  const hash = all.digest('hex').slice(0, 16)
  console.log(`${store}: ${seeds}: nothing found, ${rate} schedules a CPU minute, events ${hash}`)
}

async function exhaust(store: Kind): Promise<void> {
  const scripts = SMALL_WORLD.map((script) => script.slice(0, Number(values.operations)))
  const most = schedules === 1 ? undefined : schedules
  const { schedules: played, finding, isWhole } = await explore(store, scripts, most)
  if (finding) return await tell(store, 'an interleaving', finding)
  console.log(`${store}: ${isWhole ? 'all' : 'the first'} ${played} interleavings: nothing found`)
}

async function tell(store: Kind, name: string, found: Played): Promise<void> {
  process.exitCode = 1
  const isShort = values.shrink || values['write-test'] !== undefined
  const scripts = values.exhaustive ? SMALL_WORLD : undefined
  const { story, finding, choices, hash } = isShort && !scripts ? await shrink(found, { store }) : found
  console.log(`${store}: ${name}: "${finding?.promise}" does not hold\n`)
  console.log(story.map((event, at) => `${String(at + 1).padStart(4)}  ${event}`).join('\n'))
  console.log(`\nevents ${hash}`)
  if (values['write-test'] !== undefined)
    writeFileSync(values['write-test'], testOf(store, finding?.promise, choices.taken))
}
