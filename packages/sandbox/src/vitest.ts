import { SkillStateError } from '@skill-state/protocol'
import { findSandbox } from './find-sandbox.ts'
import type { Sandbox } from './sandbox.ts'

/** Registers tests that need a sandbox. If none works here, one skipped test says why. */
export async function needsSandbox(
  register: (sandbox: Sandbox) => void,
  choice: 'auto' | Sandbox['id'] = 'auto',
): Promise<void> {
  const sandbox = await findSandbox(choice).catch(async (error: unknown) => {
    if (!(error instanceof SkillStateError)) throw error
    const { test } = await import('vitest') // an optional peer
    test('left out', ({ skip }) => skip(`a sandbox: ${error.message}`))
  })
  if (sandbox) register(sandbox)
}
