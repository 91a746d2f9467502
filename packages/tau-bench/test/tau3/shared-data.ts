import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'vitest'

const folder = join(import.meta.dirname, '../../../../../shared/tau3-bench')

/** Tests against the official data beside the repository. If it is missing, one skipped test says what was left out. */
export function describeSharedData(what: string, define: (folder: string) => void): void {
  if (existsSync(folder)) {
    describe(what, () => define(folder))
    return
  }
  test(`left out: ${what}`, ({ skip }) => skip('../shared/tau3-bench beside the clone'))
}
