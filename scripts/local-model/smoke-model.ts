// Plays whole episodes of a small warehouse with a real language model, TinyLlama 1.1B, 2-bit, a toy: each of two
// runtimes once with its replies held to a schema by a grammar, and once without. Says what its replies were like;
// fails if one that was held to the schema does not parse, or an episode does not end. What the model says, and
// whether it is right, is no matter.
//
//   pnpm local-model [--dir DIR], then pnpm smoke:model [--dir DIR] [--out DIR]
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { prompt } from '../../packages/baselines/src/index.ts'
import { promptJson } from '../../packages/baselines/src/prompt-json.ts'
import { runSkill } from '../../packages/core/src/index.ts'
import {
  computeFigures,
  type Episode,
  openRunFolder,
  readTraces,
  runSuite,
  type Trace,
} from '../../packages/eval/src/index.ts'
import { local } from '../../packages/models/src/local/local.ts'
import { testModel } from '../../packages/protocol/src/conformance/index.ts'
import { isJsonObject } from '../../packages/protocol/src/index.ts'
import { DEFAULT_FOLDER, isInstalled, modelFile, NOTICE } from './_tinyllama.ts'
import { LONGEST_TEXT, toyTask, toyWarehouse } from './_toy-warehouse.ts'

const HORIZON = 3

const { values } = parseArgs({ options: { dir: { type: 'string' }, out: { type: 'string' } } })
const folder = values.dir === undefined ? DEFAULT_FOLDER : resolve(values.dir)
const out = values.out ?? mkdtempSync(join(tmpdir(), 'skill-state-smoke-'))
const faults: string[] = []

if (!(await isInstalled(folder))) {
  process.stderr.write(`smoke-model: ${folder} holds no model: run "pnpm local-model" first\n`)
  process.exit(1)
}
const started = performance.now()
await using held = await open('held', 512)
await using free = await open('free', 80)
await checkModel()
await play()
report()
for (const fault of faults) process.stderr.write(`smoke-model: ${fault}\n`)
process.exitCode = faults.length > 0 ? 1 : 0

function open(name: string, maxOutputTokens: number): ReturnType<typeof local> {
  const options = { name: `tinyllama-${name}`, notice: NOTICE, maxOutputTokens, longestText: LONGEST_TEXT }
  return local(modelFile(folder), options)
}

async function checkModel(): Promise<void> {
  await using model = await open('checked', 8)
  for (const check of testModel({ create: () => model, prompt: 'Say one word.' })) {
    await check.run().catch((error: unknown) => faults.push(`${check.name}: ${String(error)}`))
  }
}

async function play(): Promise<void> {
  const skill = { noopWhen: 'always', attempts: 1 } as const
  const json = { ...skill, answer: 'json' } as const
  const episode = { benchmark: toyWarehouse, task: toyTask(HORIZON) }
  const episodes: readonly Episode[] = [
    {
      ...episode,
      model: held,
      runtime: { id: 'skill-state-json', run: (input) => runSkill(input, { reply: json }) },
    },
    { ...episode, model: held, runtime: promptJson },
    {
      ...episode,
      model: free,
      runtime: { id: 'skill-state', run: (input) => runSkill(input, { reply: skill }) },
    },
    { ...episode, model: free, runtime: prompt },
  ]
  const conditions = { notice: NOTICE, held: { ...held.settings }, free: { ...free.settings } }
  await runSuite(openRunFolder(out, conditions), episodes, { concurrency: 1 })
}

function report(): void {
  const header = ['runtime', 'ended', 'replies', 'parse', 'refused', 'in', 'cached', 'out', 'seconds']
  const rows = [...readTraces({ path: out, conditions: {} })].map(judge)
  if (rows.length !== 4) faults.push(`expected 4 episodes in ${out}, found ${rows.length}`)
  process.stdout.write(`${NOTICE}: ${toyWarehouse.id}, T = ${HORIZON}\n`)
  for (const row of [header, ...rows]) {
    const cells = row.map((cell, index) => cell.padEnd([17, 11, 8, 10, 24][index] ?? 8))
    process.stdout.write(`${cells.join('').trimEnd()}\n`)
  }
  const seconds = Math.round((performance.now() - started) / 1000)
  process.stdout.write(`${seconds} s in all; traces: ${out}\n`)
}

/** A row of the table; what must not be is added to the faults. */
function judge(trace: Trace): string[] {
  const { runtime, model } = trace.episode
  const figures = computeFigures(trace)
  if (figures === undefined) {
    faults.push(`${runtime}: the episode has no end`)
    return [runtime, 'no']
  }
  const { status, calls, mistakes, usage, error } = figures
  const isHeld = model === held.id
  const parsing = isHeld ? trace.calls.filter(({ reply }) => isAnswer(reply)).length : calls - unread(trace)
  if (isHeld && parsing < calls) faults.push(`${runtime}: ${calls - parsing} replies do not parse`)
  if (isHeld && status !== 'terminated') faults.push(`${runtime}: the episode ${status}: ${error ?? ''}`)
  const refused = Object.entries(mistakes).map(([mistake, count]) => `${mistake} ${count}`)
  const { inputTokens, cachedInputTokens, outputTokens } = usage
  const seconds = trace.calls.reduce((sum, { durationMs }) => sum + durationMs / 1000, 0)
  return [
    runtime,
    status,
    String(calls),
    `${parsing}/${calls}`,
    refused.join(', ') || '-',
    ...[inputTokens, cachedInputTokens, outputTokens].map((count) => String(count ?? '-')),
    seconds.toFixed(0),
  ]
}

/** Whether a reply is one object with the texts that every answer has. */
function isAnswer(reply: string): boolean {
  try {
    const answer: unknown = JSON.parse(reply)
    return isJsonObject(answer) && typeof answer.reasoning === 'string' && typeof answer.action === 'string'
  } catch {
    return false
  }
}

/** Replies that could not be read: rejected for their syntax, or all those of a step that was never taken. */
function unread({ calls, steps }: Trace): number {
  const taken = new Set(steps.map(({ index }) => index))
  const refused = steps.flatMap(({ rejections }) => rejections.filter(({ mistake }) => mistake === 'syntax'))
  return refused.length + calls.filter(({ step }) => !taken.has(step)).length
}
