// Runs the tests of a room, once for each mutant that `main.ts` sends, until one fails: worker.ts TESTS…
import { join } from 'node:path'
import { createVitest, type TestSpecification } from 'vitest/node'

const root = join(import.meta.dirname, '../..')
const filters = process.argv.slice(2)

export interface Order {
  /** Absolute; undefined if nothing is changed. */
  readonly file?: string | undefined
  readonly source?: string | undefined
}

/** The first test that failed, if one did. */
export interface Verdict {
  readonly killedBy?: string | undefined
}

/** How often a test file noticed something. */
const noticed = new Map<string, number>()

class InOrder {
  sort(files: TestSpecification[]): TestSpecification[] {
    return files
  }
  shard(files: TestSpecification[]): TestSpecification[] {
    return files
  }
}

const vitest = await createVitest('test', {
  root,
  config: join(root, 'vitest.mutate.config.ts'),
  project: ['default', 'services'],
  watch: false,
  bail: 1,
  maxWorkers: 1,
  reporters: [{}],
  sequence: { sequencer: InOrder as never },
})
const specifications = await vitest.globTestSpecifications(filters)

process.on('message', (order) => void judge(order as Order).then((verdict) => process.send?.(verdict)))
process.send?.({})

async function judge({ file, source }: Order): Promise<Verdict> {
  process.env.MUTANT = JSON.stringify({ file, source })
  if (file) vitest.invalidateFile(file)
  try {
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(ordered(file))
    const failed = testModules.find((module) => module.state() === 'failed')
    if (failed) noticed.set(failed.moduleId, (noticed.get(failed.moduleId) ?? 0) + 1)
    const isLeftOver = unhandledErrors.length > 0
    return { killedBy: failed?.relativeModuleId ?? (isLeftOver ? 'an error that is left over' : undefined) }
  } finally {
    if (file) vitest.invalidateFile(file)
  }
}

/** First the test of the file, then those that noticed most, then those of the nearest folders. */
function ordered(file = ''): TestSpecification[] {
  const near = file.replace(/\.ts$/, '')
  const rank = ({ moduleId }: TestSpecification): number => {
    if (moduleId.startsWith(`${near}.`)) return -1_000
    if (moduleId.endsWith('/week.test.ts')) return 1_000 // the slowest
    const place = filters.findIndex((filter) => moduleId.includes(filter))
    return place * 10 - Math.min(9, noticed.get(moduleId) ?? 0)
  }
  return specifications.toSorted((a, b) => rank(a) - rank(b))
}
