import { spawnSync } from 'node:child_process'
import { invalidOption } from '@skill-state/protocol'
import { brief, warn } from '../../brief.ts'
import { terminalAsker } from '../../run/ask.ts'
import { claudeCode } from '../hosts/claude-code.ts'
import { codex } from '../hosts/codex.ts'
import { pi } from '../hosts/pi.ts'
import { fileId } from '../places.ts'
import { certifiedChars } from '../state/text.ts'
import { type FileChange, shownChange, unedited } from './edit.ts'
import { readTarget, writeTarget } from './files.ts'
import { withoutGroups } from './json-text.ts'
import { type Host, hookWords, type Installation, shellCommand } from './program.ts'
import { type InstallRecord, type RecordedFile, readRecord, writeRecord } from './record.ts'

const HOSTS: Readonly<Record<string, Host>> = { 'claude-code': claudeCode, codex, pi }

/** Shows what a host is to be given, asks, and writes it. Returns the exit code. */
export async function installHooks(
  name: string,
  installation: Installation,
  isYes: boolean,
): Promise<number> {
  const host = Object.hasOwn(HOSTS, name) ? HOSTS[name] : undefined
  if (!host)
    throw invalidOption(`there are no hooks for "${name}"; use one of ${Object.keys(HOSTS).join(', ')}`)
  if (readRecord(name)) {
    process.stdout.write(`The hooks are installed; "skill-state hooks remove ${name}" removes them.\n`)
    return 0
  }
  const { maxChars } = installation
  const edits = host.edits(installation)
  const own = host.register?.(installation)
  const registered = own && problemOf(own.program, ['--version']) === undefined ? own : undefined
  const add = own && shellCommand([own.program, ...own.add])
  const shown = [
    ...edits.map(shownChange),
    add &&
      (registered ? `run ${add}` : `${own.program} is not on the PATH. For the tools, run later: ${add}`),
    `A session begins with at most ${certifiedChars(maxChars)} characters of state, kept in ~/.skill-state. Nothing is sent anywhere.`,
    host.note,
  ]
  process.stdout.write(`${shown.filter(Boolean).join('\n\n')}\n`)
  if (!isYes && !(await agreed())) return 1
  const files = edits.map(({ file, before, after, insertions }) => ({
    file,
    existed: before !== undefined,
    insertions,
    digest: fileId(after),
  }))
  // Before the files: what is cut off in between can be removed.
  writeRecord(name, { command: shellCommand(hookWords(installation, 'run')), files, registered })
  writeAll(name, edits)
  return registered ? reported([problemOf(registered.program, registered.add)]) : 0
}

/** Writes all files; if one fails, those before it become what they were. */
function writeAll(name: string, edits: readonly FileChange[]): void {
  const done: FileChange[] = []
  try {
    for (const edit of edits) {
      writeTarget(edit)
      done.push(edit)
    }
  } catch (error) {
    for (const { file, before, after } of done) writeTarget({ file, before: after, after: before })
    writeRecord(name, undefined)
    throw error
  }
}

/** Shows what is taken out of the files of a host, asks, and does it. Returns the exit code. */
export async function removeHooks(name: string, isYes: boolean): Promise<number> {
  const record = readRecord(name)
  if (!record) {
    process.stdout.write(`There are no hooks for ${brief(name, 40)}.\n`)
    return 0
  }
  const removals = record.files.map((file) => removalOf(file, record))
  const changed = removals.filter(({ before, after }) => before !== after)
  const problems = removals.flatMap(({ problem }) => problem ?? [])
  const { registered } = record
  const shown = changed.map(shownChange)
  if (registered) shown.push(`run ${shellCommand([registered.program, ...registered.remove])}`)
  process.stdout.write(`${shown.join('\n\n')}\n\nThe states stay in ~/.skill-state: delete it if you want.\n`)
  if (!isYes && !(await agreed())) return 1
  for (const each of changed) writeTarget(each)
  const failure = registered && problemOf(registered.program, registered.remove)
  if (problems.length === 0) writeRecord(name, undefined)
  return reported([...problems, failure])
}

interface Removal extends FileChange {
  readonly problem?: string
}

function removalOf({ file, existed, insertions, digest }: RecordedFile, { command }: InstallRecord): Removal {
  const { file: found, text: before } = readTarget(file)
  const change = { file: found, before }
  if (before === undefined) return { ...change, after: undefined }
  if (fileId(before) === digest)
    return { ...change, after: existed ? unedited(before, insertions) : undefined }
  const after = file.endsWith('.json')
    ? withoutGroups(before, command)
    : withoutText(before, insertions[0]?.text ?? '')
  const isDone = after !== undefined && !after.includes(JSON.stringify(command).slice(1, -1))
  if (isDone) return { ...change, after: existed || after.trim() !== '' ? after : undefined }
  const problem = `${file} was changed at our lines: remove by hand what runs skill-state`
  return { ...change, after: before, problem }
}

/** The text without another one, which it has once. */
function withoutText(text: string, other: string): string | undefined {
  const found = [other, other.trim()].find((part) => part !== '' && text.split(part).length === 2)
  return found && text.replace(found, () => '')
}

async function agreed(): Promise<boolean> {
  const { confirm, close } = terminalAsker()
  const isAgreed = (await confirm('Do this?')) === true
  close()
  if (!isAgreed) process.stderr.write('nothing was changed\n')
  return isAgreed
}

/** Runs a command of a host. Returns what went wrong. */
function problemOf(program: string, args: readonly string[]): string | undefined {
  const { status, error, stderr } = spawnSync(program, args, { encoding: 'utf8', timeout: 60_000 })
  if (status === 0) return undefined
  return brief(`${program} ${args.slice(0, 2).join(' ')}: ${error?.message ?? stderr}`, 300)
}

/** Reports problems; returns the exit code. */
function reported(problems: readonly (string | undefined)[]): number {
  const found = problems.filter((problem) => problem !== undefined)
  for (const problem of found) warn(problem)
  return found.length === 0 ? 0 : 1
}
