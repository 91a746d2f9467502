import { spawnSync } from 'node:child_process'
import { relative } from 'node:path'
import type { Kind } from './files.ts'

/** Installs a new project, finishes it and runs it once. Returns the exit code; a step that fails is told with what remains to be done. */
export function start(kind: Kind, folder: string, manager: string): number {
  const steps = [['install'], ...kind.first]
  for (const [index, step] of steps.entries()) {
    const [command = '', ...words] = commandOf(manager, step)
    process.stdout.write(`\n$ ${[command, ...words].map(quoted).join(' ')}\n`)
    const { status } = spawnSync(command, words, { cwd: folder, stdio: 'inherit' })
    if (status !== 0) return tell(steps.slice(index), folder, manager) || 1
  }
  return tell(kind.next, folder, manager)
}

export function tell(steps: readonly (readonly string[])[], folder: string, manager: string): 0 {
  const path = relative(process.cwd(), folder)
  const lines = steps.map((step) => commandOf(manager, step).map(quoted).join(' '))
  if (path !== '') lines.unshift(`cd ${quoted(path)}`)
  process.stdout.write(`\nNext:\n${lines.map((line) => `  ${line}\n`).join('')}`)
  return 0
}

function commandOf(manager: string, [script = '', ...words]: readonly string[]): readonly string[] {
  if (script === 'install') return [manager, 'install']
  return [manager, 'run', script, ...(words.length > 0 ? ['--', ...words] : [])]
}

function quoted(word: string): string {
  return /^[\w./\\-]+$/.test(word) ? word : JSON.stringify(word)
}
