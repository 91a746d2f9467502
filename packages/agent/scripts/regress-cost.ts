// CPU time of a comparison without a model: npx -y pnpm@12.21.0 regress:cost
import type { StoredRecord } from '@skill-state/core/journal'
import { regress } from '../src/regress/index.ts'
import { playWeek } from '../test/week/conversation.ts'
import { desk } from '../test/week/desk.ts'
import { INSTRUCTIONS } from '../test/week/view.ts'

const SESSIONS = 1_000
const STEPS = 100
const MAX_SECONDS = 60

const never = (): never => {
  throw new Error('a tool or a model was called')
}

/** A session of about so many steps. */
async function record(seed: number): Promise<readonly StoredRecord[]> {
  let records: readonly StoredRecord[] = []
  const onOpen = (all: readonly StoredRecord[]): void => {
    records = all
  }
  await playWeek(seed, { turns: 60, plant: { onOpen } })
  const decided = records.flatMap(({ body }, index) => (body.startsWith('{"decided":') ? [index] : []))
  return records.slice(0, decided[STEPS])
}

const weeks = await Promise.all(Array.from({ length: 20 }, (_, seed) => record(seed)))
const recordings = Array.from({ length: SESSIONS }, (_, index) => ({
  name: `session ${index}`,
  records: weeks[index % weeks.length] ?? [],
}))
for (const [title, instructions] of [
  ['the same agent', INSTRUCTIONS],
  ['a changed word', `${INSTRUCTIONS} Be brief.`],
] as const) {
  const before = process.cpuUsage()
  const outside = { answer: never, call: never, onEvent: never }
  const { sessions, steps, firsts } = await regress(
    desk(outside, () => ({ instructions })),
    recordings,
  )
  const { user, system } = process.cpuUsage(before)
  const seconds = (user + system) / 1e6
  console.log(
    `${title}: ${sessions.length} sessions, ${steps} steps, ${firsts.length} differ, ${seconds.toFixed(1)} s of CPU time (at most ${MAX_SECONDS})`,
  )
  if (seconds > MAX_SECONDS) process.exitCode = 1
}
