import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

interface Options {
  readonly env?: NodeJS.ProcessEnv
  /** The folder in which it is typed. Default: that of the tests. */
  readonly cwd?: string | undefined
  /** What is typed; by default nothing, and nothing can be. Null: somebody sits there who types nothing. */
  readonly input?: string | null | undefined
  /** Hears all of standard error so far, each time that it grows. */
  readonly onError?: (stderr: string, child: ChildProcess) => void
  /** Where standard output goes instead: a file, or a pipe without a reader. */
  readonly stdout?: number | 'closed'
}

/** Types a command as a person would, in a process of its own. */
export function skillState(
  args: readonly string[],
  { env, cwd, input, onError, stdout: output }: Options = {},
): Promise<Finished> {
  const child = spawn(
    process.execPath,
    ['--conditions=@skill-state/source', path('../src/main.ts'), ...args],
    {
      cwd,
      env: { ...process.env, ...env },
      stdio: [input === undefined ? 'ignore' : 'pipe', typeof output === 'number' ? output : 'pipe', 'pipe'],
    },
  )
  if (typeof input === 'string') child.stdin?.end(input)
  let stdout = ''
  let stderr = ''
  if (output === 'closed') child.stdout?.destroy()
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
    onError?.(stderr, child)
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
}

/** A file beside this one. */
export function path(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url))
}

export const example: string = path('../examples/folder-inventory')

export function emptyFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'skill-state-cli-')))
}

/** A folder with some files, of which none says anything of interest. */
export function someFiles(count: number): string {
  const folder = emptyFolder()
  for (let file = 0; file < count; file += 1)
    writeFileSync(join(folder, `f${file}.txt`), `Text number ${file}.`)
  return folder
}

const require = createRequire(import.meta.url)

const MANIFESTS: Readonly<Record<'everything' | 'filesystem', string>> = {
  everything: require.resolve('@modelcontextprotocol/server-everything/package.json'),
  filesystem: require.resolve('@modelcontextprotocol/server-filesystem/package.json'),
}

/** Put before a command: a server is told no variable of ours, and without this one it compiles itself at each start. */
const compiled = `NODE_COMPILE_CACHE='${process.env.NODE_COMPILE_CACHE ?? ''}' `

/** The command of a published server, as it is installed. */
export function server(name: 'everything' | 'filesystem', ...args: readonly string[]): string {
  const words = [process.execPath, join(dirname(MANIFESTS[name]), 'dist/index.js'), ...args]
  return compiled + words.map((word) => `'${word}'`).join(' ')
}

/** The same behind a process that notes each call. */
export function counted(log: string, command: string, delayMs = 0): string {
  const counting = `'${process.execPath}' '${path('counting-server.ts')}' '${log}'`
  return `DELAY_MS=${delayMs} ${compiled}${counting} ${command.replace(compiled, '')}`
}
