import {
  chmodSync,
  cpSync,
  lchownSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadSkill } from '@skill-state/agent-skills'
import { history } from '@skill-state/core/journal'
import { type Model, SkillStateError } from '@skill-state/protocol'
import { findSandbox } from '@skill-state/sandbox'
import { runCommand } from '../../commands/run.ts'
import type { RunFlags } from '../options.ts'
import { withJournal } from '../recordings/journal-file.ts'
import { endOf } from '../report/report.ts'
import type { Played, Reporter, RunEnd } from '../report/reporter.ts'
import { packagesOf, WORKSPACE } from '../tools/open-shell.ts'
import { needsShell } from '../trust.ts'
import { marksOf } from '../workspace/copy.ts'
import { besideJournal } from '../workspace/places.ts'
import type { Case } from './read-cases.ts'

/** What it used is undefined if it ended by an error; without failures it has passed. */
export type CaseOutcome = Awaited<ReturnType<typeof runCase>>

/**
 * Runs a case in a new folder, which commands see as /workspace so that recordings fit everywhere, and checks what came of it.
 * Without a model in the flags the steps of a recording are taken.
 */
export async function runCase(folder: string, each: Case, flags: RunFlags, recording: string) {
  const place = mkdtempSync(join(tmpdir(), 'skill-state-case-'))
  chmodSync(place, 0o755) // the user of commands is another one if this one is root
  const journal = join(place, 'run.journal')
  const host = besideJournal(journal)
  putFiles(each, host)
  const needsFiles = each.files.length + each.expectedFiles.length + each.checks.length > 0
  const shell = flags.shell || needsFiles || needsShell(folder)
  let steps = 0
  let ended: { readonly played: Played; readonly used: RunEnd } | undefined
  const reporter: Reporter = {
    ...SILENT,
    step() {
      steps += 1
    },
    ended(played, used) {
      ended = { played, used }
    },
  }
  const failures: string[] = []
  let code = 1
  try {
    const model = flags.model === undefined ? await recordedSteps(recording, () => steps) : undefined
    const all = { ...flags, shell, noWorkspace: shell, journal, task: each.task }
    code = await runCommand(folder, all, { source: folder, commit: undefined, reporter, model })
    if (ended !== undefined) failures.push(...(await faultsOf(each, ended.played, { folder, host })))
  } catch (error) {
    if (!(error instanceof SkillStateError) || error.code === 'invalid-option') throw error
    failures.push(error.message)
  }
  const discard = (): void => rmSync(place, { recursive: true, force: true })
  return { failures, used: ended?.used, journal, isInterrupted: code === 130, discard }
}

/** A model that decides what a recorded run decided. `taken` tells how many steps the present run has taken. */
async function recordedSteps(file: string, taken: () => number): Promise<Model> {
  const steps = await withJournal(file, (store) => [...history(store)].filter(({ undone }) => !undone))
  const [id, over] = ['recorded', `the ${steps.length} steps of ${file} did not end the run`]
  return {
    id,
    async generate() {
      const step = steps[taken()]
      if (step === undefined) throw new SkillStateError('script-exhausted', over)
      const decision = { state_patch: step.patch ?? {}, action: step.action }
      const text = `\`\`\`json\n${JSON.stringify(decision)}\n\`\`\``
      return { text, finishReason: 'stop', usage: { inputTokens: 0, outputTokens: 0 }, model: id }
    },
  }
}

const SILENT = { started() {}, resumed() {}, slow() {}, note() {}, changed() {}, files() {} }

function putFiles({ files }: Case, host: string): void {
  for (const { from, to } of files) cpSync(from, join(host, to), { recursive: true })
  const { uid, gid } = statSync(host)
  for (const path of marksOf(host).keys()) lchownSync(join(host, path), uid, gid)
}

interface Places {
  readonly folder: string
  readonly host: string
}

async function faultsOf(each: Case, { stopped, action }: Played, places: Places): Promise<readonly string[]> {
  if (stopped !== undefined) return [`not finished: ${stopped}`]
  const { ok = true, answer = '' } = endOf(action) ?? {}
  if (ok !== each.ok) return [`the skill says that it ${ok ? 'did' : 'could not do'} it: ${answer}`]
  const unequal = each.expectedFiles.flatMap(({ from, to }) => {
    const found = join(places.host, to)
    if (lstatSync(found, { throwIfNoEntry: false })?.isFile() !== true) return [`there is no file ${to}`]
    return readFileSync(found).equals(readFileSync(from)) ? [] : [`${to} is not equal to ${from}`]
  })
  return [...unequal, ...(await failedChecks(each, answer, places))]
}

/** Executes the checks in a sandbox, where they see the files, the skill and its packages. */
async function failedChecks(
  { checks }: Case,
  answer: string,
  { folder, host }: Places,
): Promise<readonly string[]> {
  if (checks.length === 0) return []
  const loaded = loadSkill(folder)
  const sandbox = await findSandbox()
  const { mounts, env } = await packagesOf(loaded, sandbox)
  const session = await sandbox.open({
    folder: WORKSPACE,
    files: [],
    host,
    mounts: [...mounts, { from: folder, to: '/skill' }],
    env: { ...env, ANSWER: answer },
  })
  const failures: string[] = []
  try {
    for (const check of checks) {
      const { exitCode, output } = await session.exec(check, { cwd: WORKSPACE, timeoutMs: CHECK_MS })
      const said = Buffer.from(output).toString().trim()
      if (exitCode !== 0)
        failures.push(`${check} exits with ${exitCode ?? 'no code'}${said && `: ${said.slice(-300)}`}`)
    }
  } finally {
    await session.close()
  }
  return failures
}

const CHECK_MS = 60_000
