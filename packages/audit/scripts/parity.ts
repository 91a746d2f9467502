/**
 * Audits the shared recordings and compares every figure with the results of an independent implementation: integers
 * must be equal, other numbers within 1e-6. The same recordings in other formats must give the same audit.
 *
 *   node --conditions=@skill-state/source packages/audit/scripts/parity.ts ../shared/recordings
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Audit, type AuditDocument, readRecordings } from '@skill-state/audit'

const [data = ''] = process.argv.slice(2)
if (data === '') throw new Error('usage: parity.ts FOLDER (of the shared recordings)')

const runs = ['gemini-3-flash-base', 'gpt-4.1-mini-base', 'gpt-5-mini-base', 'gemini-3-flash-mermaid']
const chatFormats = [
  'openai-chat',
  'anthropic-messages',
  'ai-sdk-model-messages',
  'langchain-constructor',
  'langchain-stored',
  'atif',
]

await checkPack('edge', 'edge/edge.jsonl', 'edge/prompt.txt')
for (const run of runs) {
  await checkPack(run, `tau2-retail/${run}.jsonl.gz`, `tau2-retail/prompts/${run.split('-').at(-1)}.txt`)
}
for (const format of chatFormats) await checkFormat(format, [`formats/${format}.jsonl.gz`])
await checkFormat(
  'inspect-log',
  runs.map((run) => `formats/inspect-log.${run}.json.gz`),
)

async function checkPack(name: string, file: string, prompt: string): Promise<void> {
  const differences: string[] = []
  const found = await audited([file], differences, readFileSync(join(data, prompt), 'utf8'))
  compare(JSON.parse(JSON.stringify(found)), readJson(`expected/${name}.json`), '', differences)
  report(name, differences)
}

async function checkFormat(name: string, files: readonly string[]): Promise<void> {
  const differences: string[] = []
  const { perEpisode } = await audited(files, differences)
  const { episodes } = readJson('formats/expected.json') as { episodes: { [id: string]: Converted } }
  const expected = Object.entries(episodes)
  compare(perEpisode.length, expected.length, 'episodes', differences)
  for (const [at, [id, { charsAiSdk, ...rest }]] of expected.entries()) {
    const chars = name === 'ai-sdk-model-messages' ? charsAiSdk : rest.chars
    const toolErrors = name === 'openai-chat' ? 0 : rest.toolErrors
    compare(rowOf(perEpisode[at]), { ...rest, chars, toolErrors }, id, differences)
  }
  report(name, differences)
}

interface Converted {
  readonly toolErrors: number
  readonly chars: unknown
  readonly charsAiSdk: unknown
}

async function audited(
  files: readonly string[],
  differences: string[],
  prompt?: string,
): Promise<AuditDocument> {
  const audit = new Audit({ prompt, stateTools: ['todo'] })
  for await (const recording of readRecordings(files.map((file) => join(data, file)))) {
    if (recording.kind === 'episode') await audit.add(recording.episode)
    else differences.push(`${recording.place}: ${recording.message}`)
  }
  return audit.document()
}

/** An episode's row in the shape of the expected results of the formats. */
function rowOf(row: AuditDocument['perEpisode'][number] | undefined): unknown {
  if (row === undefined) return undefined
  const reading = ({ survival, required, ...needs }: typeof row.all): unknown => ({
    needs,
    survival,
    required,
  })
  const { messages, calls, chars, all, write, recorded } = row
  return {
    messages,
    calls,
    toolErrors: recorded.toolErrors,
    all: reading(all),
    write: reading(write),
    chars,
  }
}

function compare(found: unknown, expected: unknown, place: string, differences: string[]): void {
  if (isObject(found) && isObject(expected)) {
    for (const key of new Set([...Object.keys(found), ...Object.keys(expected)])) {
      compare(found[key], expected[key], `${place}/${key}`, differences)
    }
  } else if (!isSame(found, expected)) {
    differences.push(`${place}: ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`)
  }
}

function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'number' || typeof b !== 'number') return a === b
  return Number.isInteger(a) && Number.isInteger(b) ? a === b : Math.abs(a - b) <= 1e-6
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(join(data, file), 'utf8'))
}

function report(name: string, differences: readonly string[]): void {
  const verdict = differences.length === 0 ? 'equal' : `${differences.length} differences`
  process.stdout.write(`${name}: ${verdict}\n`)
  for (const each of differences.slice(0, 20)) process.stdout.write(`  ${each}\n`)
  if (differences.length > 0) process.exitCode = 1
}
