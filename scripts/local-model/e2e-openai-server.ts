// Drives the OpenAI-compatible adapter against llama.cpp's own server with a real, small model: streamed and whole
// replies, a grammar, a JSON Schema, usage, an error, and a short episode of `skill-state`. Checks the structure of
// what comes back, never the model's words.
//
//   pnpm local-model [--dir DIR], then
//   node --conditions=@skill-state/source scripts/local-model/e2e-openai-server.ts [--dir DIR]
import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runSkill } from '../../packages/core/src/index.ts'
import { runEpisode, type TraceLine } from '../../packages/eval/src/index.ts'
import { openaiCompatible } from '../../packages/models/src/openai-compatible/openai-compatible.ts'
import { testModel } from '../../packages/protocol/src/conformance/index.ts'
import type { JsonObject, Model, RunInput } from '../../packages/protocol/src/index.ts'
import { buildServer, startServer } from './_llama-server.ts'
import { DEFAULT_FOLDER, isInstalled, modelFile, NOTICE } from './_tinyllama.ts'
import { toyTask, toyWarehouse, withShortTexts } from './_toy-warehouse.ts'

const CITY: JsonObject = {
  type: 'object',
  properties: { city: { type: 'string', maxLength: 20 }, rank: { type: 'integer', minimum: 0, maximum: 99 } },
  required: ['city', 'rank'],
  additionalProperties: false,
}

const { values } = parseArgs({ options: { dir: { type: 'string' } } })
const folder = values.dir === undefined ? DEFAULT_FOLDER : resolve(values.dir)
if (!(await isInstalled(folder))) {
  process.stderr.write(`e2e-openai-server: ${folder} holds no model: run "pnpm local-model" first\n`)
  process.exit(1)
}

const server = await startServer(await buildServer(folder), modelFile(folder))
try {
  for (const stream of [false, true]) {
    for (const dialect of ['gbnf', 'xgrammar'] as const) await checkAnswer(adapter({ stream, dialect }))
    await checkContract(adapter({ stream, maxOutputTokens: 8 }))
  }
  await checkTooLong(adapter({}))
  await checkEpisode(brief(adapter({ maxOutputTokens: 512 })))
  say('all checks passed')
} finally {
  await server.stop()
}

interface Variant {
  readonly stream?: boolean
  readonly dialect?: 'gbnf' | 'xgrammar'
  readonly maxOutputTokens?: number
}

function adapter({ stream = true, dialect = 'gbnf', maxOutputTokens = 60 }: Variant): Model {
  return openaiCompatible({
    provider: 'llamacpp',
    model: 'tinyllama',
    baseUrl: `${server.url}/v1`,
    stream,
    maxOutputTokens,
    temperature: 0,
    seed: 1,
    capabilities: { dialect, sampling: ['temperature', 'topP', 'topK', 'seed'] },
  })
}

/** The same model, whose replies come to an end also if it would never stop. */
function brief(model: Model): Model {
  const generate: Model['generate'] = ({ answerSchema, ...request }) =>
    model.generate({ ...request, ...(answerSchema && { answerSchema: withShortTexts(answerSchema) }) })
  return { ...model, generate }
}

function say(text: string): void {
  process.stdout.write(`${NOTICE}: ${text}\n`)
}

/** A reply that is held to a schema, by a grammar or by the server's own reading of the schema. */
async function checkAnswer(model: Model): Promise<void> {
  assert.deepEqual(model.enforce?.(CITY).enforced, true)
  const {
    text,
    usage,
    finishReason,
    model: name,
  } = await model.generate({
    prompt: 'Name a city, and its rank by size.',
    answerSchema: CITY,
  })
  const answer = JSON.parse(text)
  assert.deepEqual(Object.keys(answer), ['city', 'rank'])
  assert.equal(typeof answer.city, 'string')
  assert.ok(Number.isInteger(answer.rank) && answer.rank >= 0 && answer.rank <= 99)
  assert.equal(finishReason, 'stop')
  const { inputTokens = 0, outputTokens = 0, cachedInputTokens } = usage
  assert.ok(inputTokens > 10 && outputTokens > 5 && cachedInputTokens !== undefined, JSON.stringify(usage))
  assert.notEqual(name, '')
  say(`${JSON.stringify(model.settings)}: ${JSON.stringify(usage)}`)
}

async function checkContract(model: Model): Promise<void> {
  for (const check of testModel({ create: () => model, prompt: 'Say one word.' })) await check.run()
  const { finishReason, usage } = await model.generate({ prompt: 'Count from one to a hundred.' })
  assert.equal(finishReason, 'length')
  assert.equal(usage.outputTokens, 8)
  say(`the contract of a model holds, ${model.settings?.stream ? 'streamed' : 'whole'}`)
}

/** The server rejects a prompt that its context has no room for; asking again would not help. */
async function checkTooLong(model: Model): Promise<void> {
  await assert.rejects(model.generate({ prompt: 'word '.repeat(3000) }), { code: 'model-refused' })
  say('a prompt that is too long is rejected')
}

async function checkEpisode(model: Model): Promise<void> {
  const options = { reply: { answer: 'json', noopWhen: 'always', attempts: 1 } } as const
  const runtime = {
    id: 'skill-state',
    run: (input: RunInput) => runSkill(input, options),
  }
  const lines: TraceLine[] = []
  const record = (line: TraceLine): void => void lines.push(line)
  const start = performance.now()
  const end = await runEpisode({ benchmark: toyWarehouse, task: toyTask(3), runtime, model }, { record })
  assert.equal(end.status, 'terminated', JSON.stringify(end))
  const calls = lines.filter((line) => line.kind === 'call')
  for (const { reply } of calls) {
    assert.deepEqual(Object.keys(JSON.parse(reply)), ['reasoning', 'state_patch', 'action'])
  }
  const seconds = (performance.now() - start) / 1000
  say(`an episode of ${calls.length} calls, all replies parse, ${seconds.toFixed(0)} s`)
}
