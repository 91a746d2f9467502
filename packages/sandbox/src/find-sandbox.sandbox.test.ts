import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findSandbox } from './find-sandbox.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skill-state-path-'))
  vi.stubEnv('PATH', folder)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

function install(name: string, says: string): void {
  writeFileSync(join(folder, name), `#!/bin/bash\n${says}\n`)
  chmodSync(join(folder, name), 0o755)
}

/** As root bubblewrap is started by setpriv, which then tells in its own words that there is none. */
function installBwrap(says: string): void {
  for (const name of ['bwrap', 'setpriv']) install(name, says)
}

async function complaint(choice: 'auto' | 'bwrap' | 'docker' = 'auto'): Promise<string> {
  const error = await findSandbox(choice).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'sandbox-unavailable' })
  return error instanceof Error ? error.message : ''
}

test('without any it says in one line what to install', async () => {
  install('setpriv', 'echo "setpriv: failed to execute bwrap: No such file or directory" >&2; exit 127')
  expect(await complaint()).toBe(
    'no sandbox works here: install bubblewrap 0.8 or newer, or install and start Docker (bubblewrap is not installed; Docker is not installed)',
  )
  rmSync(join(folder, 'setpriv'))
  expect(await complaint('bwrap')).toMatch(/^no sandbox works here: install .*bubblewrap 0.8 or newer \(/)
})

test('shows what each one said, and what to do about it', async () => {
  installBwrap('echo "bwrap: setting up uid map: Permission denied" >&2; exit 1')
  install(
    'docker',
    'printf "docker: Cannot connect to the Docker daemon at x.\\n\\nSee --help" >&2; exit 125',
  )
  expect(await complaint()).toBe(
    'no sandbox works here: let bubblewrap make user namespaces (on Ubuntu, AppArmor restricts them), or start Docker ' +
      '(bubblewrap: setting up uid map: Permission denied; Docker is not running)',
  )
  install('docker', 'echo "docker: Unable to find image \'skill-state-ctf:latest\' locally" >&2; exit 125')
  expect(await complaint('docker')).toMatch(/: build the image .* \(docker run: .*Unable to find image.*\)$/)
})

test('says of a failure that it does not know what was said', async () => {
  installBwrap('echo "bwrap: Unknown option --disable-userns" >&2; exit 1')
  expect(await complaint('bwrap')).toBe(
    'no sandbox works here: install bubblewrap 0.8 or newer (bubblewrap: Unknown option --disable-userns)',
  )
})
