import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'vitest'

const folder = join(import.meta.dirname, '../../../../shared/tau-bench')

/**
 * Tests against the official data and the records of the official environment, which lie beside the repository and are
 * no part of it. If they are missing, one skipped test says what was left out; with CI set, it fails the run.
 */
export function describeSharedData(what: string, define: (folder: string) => void): void {
  if (existsSync(folder)) {
    describe(what, () => define(folder))
    return
  }
  test(`left out: ${what}`, ({ skip }) => skip('../shared/tau-bench beside the clone'))
}
