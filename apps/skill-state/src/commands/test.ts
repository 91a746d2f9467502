import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { loadSkill } from '@skill-state/agent-skills'
import { applyPatch, type CompiledSkill, compileSkill } from '@skill-state/core'
import { history } from '@skill-state/core/journal'
import { invalidOption } from '@skill-state/protocol'
import { brief } from '../brief.ts'
import { journalsIn } from '../journal-episode.ts'
import { type Case, readCases } from '../run/cases/read-cases.ts'
import { type CaseOutcome, runCase } from '../run/cases/run-case.ts'
import type { TestFlags } from '../run/options.ts'
import { guardsOf } from '../run/prepare.ts'
import { withJournal } from '../run/recordings/journal-file.ts'
import { type JunitTest, junitText } from '../run/report/junit.ts'
import { spentText } from '../run/report/spending.ts'

const RECORDED = 'evals/recorded'

/**
 * Runs the cases of a skill, with a model or by their recorded steps, and applies the patches of recorded sessions to the skill's
 * state as it is now. Returns the exit code.
 */
export async function testCommand(
  folder: string,
  files: readonly string[],
  flags: TestFlags,
): Promise<number> {
  const cases = files.length > 0 ? [] : casesOf(folder, flags)
  const journals = journalsIn(files.length > 0 ? files : [folder]).filter(
    (file) => !file.startsWith(join(folder, RECORDED)),
  )
  if (journals.length + cases.length === 0) {
    throw invalidOption(
      `${folder}: it has no cases in evals/evals.json, and no recorded session: keep one with run --journal ${join(folder, 'sessions/first.journal')}`,
    )
  }
  const failed = await testSessions(folder, journals)
  const tests: JunitTest[] = []
  for (const each of cases) {
    const ran = await testCase(folder, each, flags)
    if (ran === undefined) return 130
    tests.push(...ran)
  }
  if (flags.junit !== undefined) writeFileSync(flags.junit, junitText('skill-state test', folder, tests))
  const ran = tests.filter(({ isSkipped }) => !isSkipped)
  const passed = ran.filter(({ failure }) => failure === undefined)
  if (cases.length > 0) process.stdout.write(`${passed.length} of ${ran.length} runs of cases passed\n`)
  return failed === 0 && passed.length === ran.length ? 0 : 1
}

function casesOf(folder: string, { only, model }: TestFlags): readonly Case[] {
  const cases = readCases(folder)
  if (cases === undefined) {
    if (model === undefined) return []
    throw invalidOption(`--model: ${folder} has no cases in evals/evals.json`)
  }
  const unknown = only?.find((id) => cases.every((each) => each.id !== id))
  if (unknown !== undefined) throw invalidOption(`--only: there is no case ${unknown}`)
  return cases.filter(({ id }) => only?.includes(id) ?? true)
}

/** Runs a case as often as asked, and tells of each run. Undefined after Ctrl-C. */
async function testCase(
  folder: string,
  each: Case,
  flags: TestFlags,
): Promise<readonly JunitTest[] | undefined> {
  const recording = join(folder, RECORDED, `${each.id}.journal`)
  if (flags.model === undefined && !existsSync(recording)) {
    process.stdout.write(
      `${each.id}: not run, since it has no recorded steps: --model NAME --record makes them\n`,
    )
    return [{ name: each.id, isSkipped: true }]
  }
  const times = flags.model === undefined ? 1 : flags.repeat
  const tests: JunitTest[] = []
  for (let time = 1; time <= times; time += 1) {
    const name = times === 1 ? each.id : `${each.id}, ${time} of ${times}`
    const outcome = await runCase(folder, each, { ...flags, onUnknown: 'stop' }, recording)
    if (outcome.isInterrupted) return undefined
    process.stdout.write(outcomeText(name, each, outcome))
    tests.push(testOf(name, outcome))
    if (outcome.failures.length > 0) continue
    if (flags.record && flags.model !== undefined) {
      mkdirSync(dirname(recording), { recursive: true })
      copyFileSync(outcome.journal, recording)
    }
    outcome.discard()
  }
  return tests
}

function outcomeText(
  name: string,
  { checks, expectedFiles }: Case,
  { failures, used, journal }: CaseOutcome,
): string {
  const spent = used === undefined ? '' : `, ${spentText(used.steps, used.spent, used.milliseconds)}`
  if (failures.length > 0) {
    const lines = failures.map((failure) => `  ${brief(failure, 600)}\n`)
    return `${name}: failed${spent}\n${lines.join('')}  its journal and files are in ${dirname(journal)}\n`
  }
  const only = checks.length + expectedFiles.length === 0 ? ', though nothing but its end is checked' : ''
  return `${name}: passed${spent}${only}\n`
}

function testOf(name: string, { failures, used }: CaseOutcome): JunitTest {
  const [message] = failures
  const failure = message === undefined ? undefined : { message, text: failures.join('\n') }
  return { name, failure, milliseconds: used?.milliseconds }
}

/** Applies the patches of recorded sessions to the skill's state as it is now. Returns how many sessions have a step that it rejects. */
async function testSessions(folder: string, journals: readonly string[]): Promise<number> {
  const loaded = loadSkill(folder)
  const skill = compileSkill(loaded, { guards: guardsOf(loaded) })
  let failed = 0
  for (const file of journals) {
    const { steps, problem } = await replay(skill, file)
    process.stdout.write(
      `${brief(file)}: ${steps} steps, ${problem === undefined ? 'all accepted' : brief(problem, 300)}\n`,
    )
    if (problem !== undefined) failed += 1
  }
  return failed
}

/** How many steps the state accepts, and why not the next one. */
async function replay(
  skill: CompiledSkill,
  file: string,
): Promise<{ readonly steps: number; readonly problem?: string }> {
  return await withJournal(file, (store) => {
    let state = skill.initialState
    let steps = 0
    for (const { index, patch, undone } of history(store)) {
      if (undone) continue
      const applied = applyPatch(skill, state, patch ?? {})
      if (!applied.ok) {
        const reasons = applied.issues.map(({ path, message }) => `${path || 'the state'}: ${message}`)
        return { steps, problem: `step ${index + 1} is rejected: ${reasons.join('; ')}` }
      }
      state = applied.value.state
      steps += 1
    }
    return { steps }
  })
}
