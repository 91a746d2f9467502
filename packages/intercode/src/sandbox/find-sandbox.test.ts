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

test('without any it says in one line what to install', async () => {
  const error = await findSandbox().catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'sandbox-unavailable' })
  expect(String(error)).toMatch(/install bubblewrap.*Ubuntu.*AppArmor.*or start Docker.*ENOENT.*docker/)
  expect(String(error)).not.toContain('\n')
})

test('shows what each one said', async () => {
  // As root bubblewrap is started by setpriv.
  for (const name of ['bwrap', 'setpriv'])
    install(name, 'echo "No permissions to create new namespace" >&2; exit 1')
  install('docker', 'echo "Cannot connect to the Docker daemon" >&2; exit 125')
  await expect(findSandbox()).rejects.toThrow(
    /No permissions to create new namespace.*docker run: Cannot connect/,
  )
  await expect(findSandbox('bwrap')).rejects.toThrow(
    /^bubblewrap does not work here.*No permissions to create/,
  )
  await expect(findSandbox('docker')).rejects.toThrow(/^Docker does not work here.*Cannot connect/)
})
