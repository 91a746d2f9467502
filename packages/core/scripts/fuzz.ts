// Throws hostile patches, replies, journals and laid out sessions at the core, as many as asked. Fails if one throws anything but a
// documented error, reaches a prototype, takes more than 50 ms, or leaves a state that does not fit its schema.
//
//   node --conditions=@skill-state/source packages/core/scripts/fuzz.ts [--cases 1000000] [--seed 1] [--only layouts]
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { journals } from './_fuzz-journals.ts'
import { laid } from './_fuzz-layouts.ts'
import { patches } from './_fuzz-patches.ts'
import { replies } from './_fuzz-replies.ts'
import { type Subject, watch } from './_fuzz-subject.ts'

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
})
const [cases, seed] = [Number(values.cases), Number(values.seed)]

/** How the cases are shared out. A journal is written to a file, which takes longer than all else. */
const shares: readonly (readonly [Subject<unknown>, number])[] = [
  [patches, 0.5],
  [replies, 0.35],
  [journals, 0.1],
  [laid, 0.05],
]

for (const [subject, part] of shares) {
  if (values.only !== undefined && values.only !== subject.name) continue
  const share = values.only === undefined ? part : 1
  const watched = watch(subject)
  const numRuns = Math.ceil((cases * share) / subject.casesPerRun)
  fc.assert(fc.property(subject.arbitrary, watched.run), { numRuns, seed })
  subject.close?.()
  const { slowest, taken } = watched
  const total = (numRuns * subject.casesPerRun).toLocaleString('en')
  process.stdout.write(
    `${subject.name}: ${total} cases, ${taken()} taken, slowest ${slowest().toFixed(1)} ms, none failed\n`,
  )
}
