import { SkillStateError } from '@skill-state/protocol'
import { bwrapSandbox } from './bwrap/bwrap.ts'
import { type DockerOptions, dockerSandbox } from './docker/docker.ts'
import { explain } from './explain.ts'
import type { Sandbox } from './sandbox.ts'

const candidates = { bwrap: bwrapSandbox, docker: dockerSandbox }

/**
 * The sandbox that works on this machine, found by running a command in each: bubblewrap first (a session
 * opens in milliseconds), then Docker.
 *
 * @throws SkillStateError `sandbox-unavailable` if none works, with what to do about each and why.
 */
export async function findSandbox(
  choice: 'auto' | Sandbox['id'] = 'auto',
  dockerOptions: DockerOptions = {},
): Promise<Sandbox> {
  const found = []
  for (const id of choice === 'auto' ? (['bwrap', 'docker'] as const) : [choice]) {
    try {
      const sandbox = candidates[id](dockerOptions)
      await probe(sandbox)
      return sandbox
    } catch (error) {
      found.push(explain(id, error))
    }
  }
  const remedies = found.map(({ remedy }) => remedy).join(', or ')
  const complaints = found.map(({ complaint }) => complaint).join('; ')
  throw new SkillStateError('sandbox-unavailable', `no sandbox works here: ${remedies} (${complaints})`)
}

/** Opens a session with every option that a real one has. */
async function probe(sandbox: Sandbox): Promise<void> {
  const session = await sandbox.open({ folder: '/ctf/probe', files: [] })
  try {
    const { exitCode, output } = await session.exec(['true'], { cwd: '/ctf/probe', timeoutMs: 10_000 })
    if (exitCode !== 0) throw new Error(`${sandbox.id}: ${Buffer.from(output).toString()}`)
  } finally {
    await session.close()
  }
}
