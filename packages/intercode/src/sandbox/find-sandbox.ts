import { SkillStateError } from '@skill-state/protocol'
import { createBwrapSandbox } from './bwrap.ts'
import { createDockerSandbox, type DockerOptions } from './docker.ts'
import type { Sandbox } from './sandbox.ts'

const candidates = { bwrap: createBwrapSandbox, docker: createDockerSandbox }

/**
 * The sandbox that works on this machine, found by running a command in each: bubblewrap first (a session
 * opens in milliseconds), then Docker.
 *
 * @throws SkillStateError `sandbox-unavailable` if none works, with what to install and what each one said.
 */
export async function findSandbox(
  choice: 'auto' | Sandbox['id'] = 'auto',
  dockerOptions: DockerOptions = {},
): Promise<Sandbox> {
  const complaints: string[] = []
  for (const id of choice === 'auto' ? (['bwrap', 'docker'] as const) : [choice]) {
    try {
      const sandbox = candidates[id](dockerOptions)
      await probe(sandbox)
      return sandbox
    } catch (error) {
      complaints.push(brief(error))
    }
  }
  throw new SkillStateError('sandbox-unavailable', `${advice[choice]} (${complaints.join('; ')})`)
}

const bwrapAdvice =
  'install bubblewrap 0.8 or newer (on Ubuntu also let it make user namespaces, which AppArmor restricts)'
const advice = {
  auto: `no sandbox works here: ${bwrapAdvice}, or start Docker`,
  bwrap: `bubblewrap does not work here: ${bwrapAdvice}`,
  docker: 'Docker does not work here: start its daemon and let this user reach it',
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

function brief(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.trim().replace(/\s+/g, ' ').slice(0, 300)
}
