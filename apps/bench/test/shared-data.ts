import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'vitest'

const shared = join(import.meta.dirname, '../../../../shared')

/**
 * Tests against data that lie beside the repository and are no part of it. If they are missing, one skipped test
 * says what was left out; with CI set, it fails the run.
 */
export function describeSharedData(name: string, what: string, define: (folder: string) => void): void {
  const folder = join(shared, name)
  if (existsSync(folder)) {
    describe(what, () => define(folder))
    return
  }
  test(`left out: ${what}`, ({ skip }) => skip(`../shared/${name} beside the clone`))
}
