import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { findSandbox } from '../src/sandbox/find-sandbox.ts'
import type { Sandbox } from '../src/sandbox/sandbox.ts'

/** Where the official data lies for tests, beside the repository. It is no part of it. */
export const sharedData: string = fileURLToPath(new URL('../../../../shared/intercode-ctf', import.meta.url))

/** Registers tests that need the official data. */
export function needsData(register: () => void): void {
  if (existsSync(sharedData)) register()
  else leaveOut('what needs the official data, which is not here')
}

/** Registers tests that need a sandbox. */
export async function needsSandbox(
  register: (sandbox: Sandbox) => void,
  choice: 'auto' | Sandbox['id'] = 'auto',
): Promise<void> {
  const sandbox = await findSandbox(choice).catch((error: unknown) =>
    leaveOut(`what needs a sandbox: ${error instanceof Error ? error.message : String(error)}`),
  )
  if (sandbox !== undefined) register(sandbox)
}

/** One line and one test that say what is left out and why; where CI promises that nothing is, the test fails. */
function leaveOut(what: string): undefined {
  console.warn(`left out: ${what}`)
  test(`left out: ${what}`, () => {
    expect(process.env.CI ?? '', 'with CI set, nothing may be left out').toBe('')
  })
}
