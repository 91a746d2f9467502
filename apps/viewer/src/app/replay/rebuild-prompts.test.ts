import { usePrecompiled } from '@skill-state/core'
import type { JsonObject } from '@skill-state/protocol'
import { warehouse } from '@skill-state/skillexecbench'
import { describe, expect, test } from 'vitest'
import { playEpisode } from '../../_fixture.ts'
import { createValidatorModules } from '../../server/validators.ts'
import { parseTrace, type Trace } from '../data/trace.ts'
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

async function rebuild(
  trace: Trace,
  runtime: string,
  schema = warehouse.skill.schema,
): Promise<RebuiltPrompt[]> {
  const found = findRuntime(runtime, RUNTIMES[runtime] ?? {})
  if ('unavailable' in found) throw new Error(found.unavailable)
  const prompts: RebuiltPrompt[] = []
  const skill = { ...warehouse.skill, schema }
  for await (const prompt of rebuildPrompts({ trace, skill, runtime: found.run })) prompts.push(prompt)
  return prompts
}

async function played(runtime: string): Promise<Trace> {
  const lines = await playEpisode(runtime, RUNTIMES[runtime] ?? {})
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

test('a schema compiled beforehand gives the same, with no code made from text', async () => {
  const modules = createValidatorModules()
  const { compileSkill } = await import('@skill-state/core')
  const { schema } = compileSkill(warehouse.skill)
  const added = modules.add(schema)
  expect(added).toEqual(modules.add(structuredClone(schema)))
  const source = 'module' in added ? modules.sources.get(added.module) : undefined
  const compiled = await import(`data:text/javascript,${encodeURIComponent(source ?? '')}`)
  const prompts = await rebuild(await played('stateful'), 'stateful', usePrecompiled(compiled))
  expect(prompts.every(({ agrees }) => agrees)).toBe(true)
})

test.for([
  ['llmlingua', { causalModel: 'gguf:model.gguf' }],
  ['llmlingua-2', { classifier: 'x' }],
  ['of-somebody-else', {}],
] as const)('%s cannot run in a browser, and that is said', ([id, options]) => {
  expect(findRuntime(id, options)).toEqual({ unavailable: `the runtime ${id} cannot run in a browser` })
})
