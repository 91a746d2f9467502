import { compileSkill } from '@skill-state/core'
import type { Benchmark, Environment, JsonObject, Model } from '@skill-state/protocol'
import { warehouse } from '@skill-state/skillexecbench'
import { describe, expect, test } from 'vitest'
import { clumsy, door, front } from '../../../test/door.ts'
import { playEpisode } from '../../../test/play-episode.ts'
import { parseTrace, type Trace } from '../../manifest/trace.ts'
import { findRuntime } from './find-runtime.ts'
import { type RebuiltPrompt, rebuildPrompts } from './rebuild-prompts.ts'

const RUNTIMES: Readonly<Record<string, JsonObject>> = {
  prompt: {},
  memory: { window: 2, cadence: 2 },
  stateful: {},
  truncated: { maxPromptChars: 1500 },
  'summary-capped': { maxPromptChars: 1500 },
  llmlingua: { maxPromptChars: 1500, granularity: 2, segmentSize: 100, causalModel: 'ngram@1' },
  'prompt-json': { answer: 'json' },
  'skill-state': { attempts: 3 },
  'skill-state-once': { attempts: 1, noopWhen: 'always' },
  'skill-state-guarded': { attempts: 5, guards: 'of the schema' },
  'skill-state-json': { attempts: 3, answer: 'json', encoding: 'merge' },
  'skill-state-operations': { attempts: 3, answer: 'json', encoding: 'operations' },
}

/** The warehouse has keys that no schema names: no runtime of this one can write its state. */
const KEEP: JsonObject = { attempts: 3, answer: 'json', encoding: 'keep' }

function optionsOf(runtime: string): JsonObject {
  return runtime === 'skill-state-keep' ? KEEP : (RUNTIMES[runtime] ?? {})
}

interface Rebuilt extends Pick<Benchmark, 'skill'> {
  readonly environment?: Pick<Environment, 'actionSchema' | 'noop'>
}

const warehouseDeclares = { noop: 'Wait' }

async function rebuild(
  trace: Trace,
  runtime: string,
  { skill, environment = warehouseDeclares }: Rebuilt = warehouse,
  options: JsonObject = optionsOf(runtime),
): Promise<RebuiltPrompt[]> {
  const input = { trace, skill, environment, runtime: await findRuntime(runtime, options) }
  const prompts = await Array.fromAsync(rebuildPrompts(input))
  return prompts
}

async function played(
  runtime: string,
  play?: { readonly benchmark: Benchmark; readonly model: Model },
): Promise<Trace> {
  const lines = await playEpisode(runtime, optionsOf(runtime), play)
  return parseTrace(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
}

test.for(Object.keys(RUNTIMES))('each prompt of %s comes out as it was sent', async (runtime) => {
  const trace = await played(runtime)
  const prompts = await rebuild(trace, runtime)
  expect(prompts).toHaveLength(trace.calls.length)
  expect(prompts.filter(({ agrees }) => agrees !== true)).toEqual([])
  expect(prompts.map(({ prompt }) => Array.from(prompt).length)).toEqual(
    trace.calls.map(({ promptChars }) => promptChars),
  )
})

const ANSWERS = {
  prompt: 'command',
  stateful: 'command',
  'prompt-json': 'json',
  'skill-state': 'text',
  'skill-state-json': 'json',
  'skill-state-keep': 'json',
} as const

test.for(Object.entries(ANSWERS))(
  'with JSON actions, a no-op and instructions of the task, too: %s',
  async ([runtime, answer]) => {
    const trace = await played(runtime, { benchmark: door, model: clumsy(answer) })
    expect(trace.steps.map(({ rejections, fallback }) => [rejections.length, fallback])).toEqual([
      [1, false],
      [3, true],
      [0, false],
    ])
    const prompts = await rebuild(trace, runtime, { skill: door.skill, environment: door.open(front) })
    expect(prompts.map(({ agrees }) => agrees)).toEqual([true, true, true, true, true, true])
    expect(prompts[0]?.prompt).toContain(`Turn the key.\n\n${front.instructions}`)
  },
)

describe('a record that is not whole', () => {
  test('gives the prompts of a step that is under way', async () => {
    const whole = await played('skill-state')
    const trace = { ...whole, steps: whole.steps.slice(0, 4), calls: whole.calls.slice(0, 5), end: undefined }
    const prompts = await rebuild(trace, 'skill-state')
    expect(prompts.map(({ agrees }) => agrees)).toEqual([true, true, true, true, true])
  })
  test('gives what it can, then says why no more', async () => {
    const whole = await played('prompt')
    const trace = { ...whole, steps: whole.steps.slice(0, 2) }
    await expect(rebuild(trace, 'prompt')).rejects.toThrow('an observation that is not recorded')
  })
  test('that was changed does not agree', async () => {
    const trace = await played('prompt')
    const [first, ...others] = trace.calls
    const changed = { ...trace, calls: [{ ...first, reply: 'Action: Wait' }, ...others] } as Trace
    const prompts = await rebuild(changed, 'prompt')
    expect(prompts.map(({ agrees }) => agrees).slice(0, 3)).toEqual([true, false, false])
  })
})

test('schemas as the conditions of a run hold them give the same prompts', async () => {
  const { actionSchema = {}, noop = '' } = door.open(front)
  const schema = structuredClone(compileSkill(door.skill).schema)
  const prompts = await rebuild(
    await played('skill-state', { benchmark: door, model: clumsy('text') }),
    'skill-state',
    {
      skill: { ...door.skill, schema },
      environment: { actionSchema: structuredClone(actionSchema), noop },
    },
  )
  expect(prompts.map(({ agrees }) => agrees)).toEqual([true, true, true, true, true, true])
})

test.for([
  ['of-somebody-else', {}, 'the runtime of-somebody-else cannot run in a browser'],
  ['truncated', { maxPromptChars: 0 }, /^options of truncated: maxPromptChars: /],
  ['truncated', { unheardOf: 1 }, /^options of truncated: .*unheardOf/],
] as const)('%s with %j cannot run, and the panel says why', async ([id, options, reason]) => {
  await expect(findRuntime(id, options)).rejects.toThrow(reason)
})

test('llmlingua over a model file says which package is missing', async () => {
  const trace = await played('prompt')
  const rebuilt = rebuild(trace, 'llmlingua', warehouse, { causalModel: 'gguf:model.gguf' })
  await expect(rebuilt).rejects.toThrow('needs the package "node-llama-cpp"')
})
