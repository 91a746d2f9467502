import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { findSandbox } from './sandbox/find-sandbox.ts'
import type { Sandbox } from './sandbox/sandbox.ts'

/** Where the official data lies for tests, beside the repository. It is no part of it. */
export const sharedData: string = fileURLToPath(new URL('../../../../shared/intercode-ctf', import.meta.url))

/** Registers tests that need the official data. */
export function needsData(register: () => void): void {
  if (existsSync(sharedData)) register()
  else leaveOut('the official data is not here')
}

/** Registers tests that need a sandbox. */
export async function needsSandbox(register: (sandbox: Sandbox) => void): Promise<void> {
  const sandbox = await findSandbox().catch((error: unknown) => leaveOut(String(error)))
  if (sandbox !== undefined) register(sandbox)
}

/** One test that says what is left out and why; where CI promises that nothing is, it fails. */
function leaveOut(why: string): undefined {
  test(`left out: ${why}`, () => {
    expect(process.env.CI ?? '', why).toBe('')
  })
}
