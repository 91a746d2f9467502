import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const repository = join(import.meta.dirname, '..')

/** Runs vitest, as this repository configures it, on a folder of planted files. */
export async function runPlanted(
  files: Readonly<Record<string, string>>,
  options: {
    readonly config?: string
    readonly args?: readonly string[]
    readonly env?: NodeJS.ProcessEnv
  } = {},
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const root = mkdtempSync(join(tmpdir(), 'planted-tests-'))
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'), 'junction')
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  const vitest = join(repository, 'node_modules/vitest/vitest.mjs')
  const { config = 'vitest.config.ts' } = options
  const args = [vitest, 'run', '--root', root, '--config', join(repository, config), ...(options.args ?? [])]
  const env = { ...process.env, CI: '', GITHUB_ACTIONS: '', NO_COLOR: '1', ...options.env }
  try {
    return await new Promise((resolve) => {
      execFile(process.execPath, args, { cwd: root, env }, (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr })
      })
    })
  } finally {
    rmSync(root, { recursive: true })
  }
}
