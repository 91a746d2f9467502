import { defineConfig, type TestProjectConfiguration } from 'vitest/config'

/** What ends a test file's name, before `.test.ts`, and the project that runs it. A file without such an end is of the default project. */
const named = ['commands', 'services', 'sandbox', 'heavy'] as const

const places = ['{packages,apps}/*/src/**', 'docs/examples'] as const
const ending = (end: string): string[] => places.map((place) => `${place}/*${end}`)

const projectOf = (name: (typeof named)[number]): TestProjectConfiguration => ({
  extends: true,
  test: { name, include: ending(`.${name}.test.ts`) },
})

export default defineConfig({
  resolve: { conditions: ['@skill-state/source'] },
  ssr: { resolve: { conditions: ['@skill-state/source'] } },
  test: {
    // Tests that type a command in a process of its own wait for it, also on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', './scripts/left-out-reporter.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'default',
          include: ending('.test.ts'),
          exclude: named.flatMap((name) => ending(`.${name}.test.ts`)),
          pool: 'forks',
          isolate: false,
        },
      },
      ...named.map(projectOf),
    ],
  },
})
