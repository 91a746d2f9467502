import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Mutant } from './mutants.ts'

const root = join(import.meta.dirname, '../..')

/** Sources whose faults the same tests have to notice. */
export interface Room {
  readonly sources: readonly string[]
  /** What the paths of the test files contain, those that notice most first. */
  readonly tests: readonly string[]
}

const STORES = 'packages/core/src/journal/{file,sqlite,memory}.ts'

export const rooms: Readonly<Record<string, Room>> = {
  session: {
    sources: ['packages/agent/src/session/**/*.ts'],
    tests: ['packages/agent/src/', 'packages/tools/src/'],
  },
  journal: {
    sources: ['packages/core/src/journal/*.ts', 'packages/core/src/journal/record/*.ts'],
    tests: ['packages/core/src/journal/', 'packages/core/src/', 'packages/agent/src/'],
  },
  meter: {
    sources: ['packages/protocol/src/meter/*.ts'],
    tests: [
      'packages/protocol/src/meter/',
      'packages/agent/src/limits',
      'packages/agent/src/session/',
      'packages/eval/src/',
    ],
  },
  stores: {
    sources: [
      STORES,
      'packages/agent/src/{stores,folder-sessions,files,sqlite,hold-file}.ts',
      'packages/postgres/src/sessions/sessions.ts',
    ],
    tests: ['packages/core/src/journal/', 'packages/agent/src/', 'packages/postgres/src/sessions/'],
  },
}

export function sourcesOf(name: string): readonly string[] {
  const { sources = [] } = rooms[name] ?? {}
  const others = name === 'journal' ? globSync(STORES, { cwd: root }) : []
  return globSync([...sources], { cwd: root })
    .filter((file) => !/\.test(-d)?\.ts$|\/index\.ts$/.test(file) && !others.includes(file))
    .sort()
}

export function sourceOf(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

export function absolute({ file }: Pick<Mutant, 'file'>): string {
  return join(root, file)
}
