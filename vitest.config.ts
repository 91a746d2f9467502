import { join } from 'node:path'
import { defineConfig, type Plugin, type TestProjectConfiguration } from 'vitest/config'
import { LeftOutReporter } from './scripts/left-out-reporter.ts'

// Programs that tests start, and the workers themselves, compile what they import once for all of them.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled')

/** What ends a test file's name, before `.test.ts`, and the project that runs it. A file without such an end is of the default project. */
const named = ['commands', 'services', 'sandbox', 'heavy'] as const

const places = ['{packages,apps}/*/src/**', 'docs/examples/**', 'scripts/**'] as const
const ending = (end: string): string[] => places.map((place) => `${place}/*${end}`)

/** Files share a process: to start one for each costs a third of a second of CPU. Not for tests that replace a module. */
const shared = { pool: 'forks', isolate: false } as const

/** What depends on processes, servers and kills is tried once more; the report names what needed it. */
const projectOf = (name: (typeof named)[number]): TestProjectConfiguration => ({
  extends: true,
  test: { name, include: ending(`.${name}.test.ts`), retry: 1 },
})

/** Beside whichever reporters the command line names: no run with `CI` set passes with a test left out. */
const leftOut: Plugin = {
  name: 'left-out',
  configureVitest({ vitest: { config } }) {
    if (config.reporters.some((reporter) => reporter instanceof LeftOutReporter)) return
    config.reporters.push(new LeftOutReporter())
  },
}

export default defineConfig({
  plugins: [leftOut],
  resolve: { conditions: ['@skill-state/source'] },
  ssr: { resolve: { conditions: ['@skill-state/source'] } },
  test: {
    // Only ends what hangs. Tests that start processes wait for them, on a busy machine for minutes.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // By default one core is left idle, which on two is half of them.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'default',
          include: ending('.test.ts'),
          exclude: named.flatMap((name) => ending(`.${name}.test.ts`)),
          ...shared,
        },
      },
      ...named.map(projectOf),
      // Laws run twice: a few cases of each by default, and here all of them.
      {
        extends: true,
        test: { name: 'laws', include: ending('.laws.test.ts'), env: { LAWS: 'all' }, ...shared },
      },
    ],
  },
})
