import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test } from 'vitest'

/** Where the official data lies for tests, beside the repository. It is no part of it. */
export const sharedData: string = fileURLToPath(new URL('../../../../shared/intercode-ctf', import.meta.url))

/** Registers tests that need the official data. */
export function needsData(register: () => void): void {
  if (existsSync(sharedData)) register()
  else test('left out', ({ skip }) => skip('../shared/intercode-ctf beside the clone'))
}
