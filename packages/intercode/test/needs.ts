import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { SkillStateError } from '@skill-state/protocol'
import { test } from 'vitest'
import { findSandbox } from '../src/sandbox/find-sandbox.ts'
import type { Sandbox } from '../src/sandbox/sandbox.ts'

/** Where the official data lies for tests, beside the repository. It is no part of it. */
export const sharedData: string = fileURLToPath(new URL('../../../../shared/intercode-ctf', import.meta.url))

/** Registers tests that need the official data. */
export function needsData(register: () => void): void {
  if (existsSync(sharedData)) register()
  else leaveOut('../shared/intercode-ctf beside the clone')
}

/** Registers tests that need a sandbox. */
export async function needsSandbox(
  register: (sandbox: Sandbox) => void,
  choice: 'auto' | Sandbox['id'] = 'auto',
): Promise<void> {
  const sandbox = await findSandbox(choice).catch((error: unknown) => {
    if (error instanceof SkillStateError) return leaveOut(`a sandbox: ${error.message}`)
    throw error
  })
  if (sandbox !== undefined) register(sandbox)
}

/** One skipped test that says what is left out and what it needs; with CI set, it fails the run. */
function leaveOut(need: string): undefined {
  test('left out', ({ skip }) => skip(need))
}
