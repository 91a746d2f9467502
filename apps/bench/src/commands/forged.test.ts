import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { readRunFolder } from '@skill-state/eval'
import { isJsonObject, type JsonValue } from '@skill-state/protocol'
import { randomNumbers } from '@skill-state/protocol/conformance'
import { reportJson } from '@skill-state/report'
import { runReport } from '@skill-state/suite'
import { beforeAll, describe, expect, test } from 'vitest'
import { bench, emptyFolder, fixture, suiteFolder } from '../../test/bench.ts'
import { registry } from '../registry.ts'
import { replayCommand } from './replay.ts'

/** A suite with options, a choice of tasks, trials, a module of one's own, a budget and a faulty model. */
const suite = [
  'name: study',
  'title: A study',
  'benchmarks:',
  '  - { name: warehouse, horizons: [4], tasks: ["*-s42"] }',
  `  - { name: ${fixture('named-warehouse')}, horizons: [4] }`,
  'runtimes: [skill-state, skill-state-once]',
  'models: [faulty-reference]',
  'seeds: 2',
  'trials: 2',
  'budget: { steps: 3 }',
]

/** Places whose values nothing else determines, as the last line of the command names them. */
const unchecked: readonly [place: RegExp, words: string][] = [
  [/^call\.(usage|rawUsage|atMost|replayed|estimated)/, 'token counts'],
  [/^call\.finishReason/, 'finish reasons'],
  [/^call\.reply/, 'what a reply says beside its patch and action'],
  [/^call\.model/, 'names of models'],
  [/^episode\.(id|copiedFrom)/, 'ids'],
  [/^call\.fault/, 'injected faults'],
  [/^attempt\./, 'failed requests'],
  [/^end\.error/, 'texts of errors'],
  [/\.durationMs$/, 'durations'],
  [/^run\.version/, 'version'],
  [/^run\.model/, 'model'],
  [/^run\.answers/, 'answers'],
  [/^run\.tokenizer/, 'tokenizer'],
  [/^run\.budget/, 'budget'],
  [/^run\.selection/, 'wording of the selection'],
  [/^run\.options\.(suite|title)/, 'name and title of a suite'],
  [/^run\.options\.benchmarks/, 'episodes, and their series in run.json'],
  [/^run\.options$/, 'name and title of a suite'],
  [/^end\.outcome/, 'outcomes of 1 episodes'],
  [/^run\.(seeds|series\.\d+\.horizons)/, 'seeds and horizons that no task has'],
]

interface Leaf {
  readonly path: readonly string[]
  readonly value: JsonValue
}

function leavesOf(value: JsonValue, path: readonly string[] = []): readonly Leaf[] {
  const own = [{ path, value }]
  if (typeof value !== 'object' || value === null) return own
  return [...own, ...Object.entries(value).flatMap(([key, each]) => leavesOf(each, [...path, key]))]
}

/** Another value of the same type; an object or a list loses a member. */
function otherThan(value: JsonValue): JsonValue {
  if (typeof value === 'number') return value === 0 ? 1 : value / 4
  if (typeof value === 'boolean') return !value
  if (typeof value === 'string') return `${value}x`
  if (Array.isArray(value)) return value.slice(1)
  if (isJsonObject(value)) return Object.fromEntries(Object.entries(value).slice(1))
  return 0
}

/** The value with the one at a path replaced, or without it. */
function changed(root: JsonValue, [key, ...rest]: readonly string[], to: JsonValue | undefined): JsonValue {
  if (key === undefined) return to ?? null
  const own = (root as Record<string, JsonValue>)[key] as JsonValue
  const next = rest.length > 0 ? changed(own, rest, to) : to
  if (Array.isArray(root)) return root.flatMap((each, at) => (at !== Number(key) ? [each] : (next ?? [])))
  const entries = Object.entries(root as object).map(([name, each]) => [name, name === key ? next : each])
  return Object.fromEntries(entries.filter(([, each]) => each !== undefined))
}

interface Forgery {
  readonly place: string
  readonly file: string
  readonly text: string
}

/** Changes one value, or one line, of a file of the run. */
function forgery(run: string, file: string, random: () => number): Forgery | undefined {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const text = readFileSync(join(run, file), 'utf8')
  const isTrace = file.endsWith('.jsonl')
  const lines = isTrace ? text.trimEnd().split('\n') : [text]
  const at = Math.floor(random() * lines.length)
  const line = lines[at] as string
  const value = JSON.parse(line) as JsonValue
  const kind = isTrace ? (value as { readonly kind: string }).kind : file.replace('.json', '')
  const way = random()
  const put = (...by: readonly string[]) => `${lines.toSpliced(at, 1, ...by).join('\n')}\n`
  if (isTrace && way < 0.08) return { file, place: `${kind} removed`, text: put() }
  if (isTrace && way < 0.16) return { file, place: `${kind} doubled`, text: put(line, line) }
  const { path, value: old } = pick(leavesOf(value).filter((leaf) => leaf.path.length > 0))
  const to = way < 0.3 ? undefined : otherThan(old)
  if (JSON.stringify(to) === JSON.stringify(old)) return undefined
  return { file, place: [kind, ...path].join('.'), text: put(JSON.stringify(changed(value, path, to))) }
}

/** What `bench replay` says of a forged run whose report was made anew, and whether it agrees. */
async function replayed(run: string, { file, text }: Forgery): Promise<{ agrees: boolean; last: string }> {
  const out = join(emptyFolder(), 'run')
  cpSync(run, out, { recursive: true })
  writeFileSync(join(out, file), text)
  try {
    if (file !== 'report.json')
      writeFileSync(join(out, 'report.json'), reportJson(runReport(registry, readRunFolder(out))))
    const { agrees, lines } = await replayCommand(out)
    return { agrees, last: lines.at(-1) ?? '' }
  } catch (error) {
    return { agrees: false, last: String(error) }
  }
}

const kinds = {
  suite: 'run s.yaml --out run',
  experiment:
    'run scaling --horizon 4 --seeds 2 --runtime skill-state,skill-state-once --model faulty-reference --out run',
}

describe.each(Object.entries(kinds))('a run of one %s', (kind, command) => {
  let run = ''
  beforeAll(async () => {
    const cwd = suiteFolder(...suite)
    await bench(command, { cwd })
    run = join(cwd, 'run', kind === 'suite' ? 'faulty-reference' : '')
  })

  test('the untouched run agrees, and every world was played', async () => {
    const { agrees, lines } = await replayCommand(run)
    expect([agrees, lines]).toEqual([true, [expect.not.stringContaining('outcomes of')]])
  })

  test('each of 60 seeded corruptions is found, or named as not checked', async () => {
    const random = randomNumbers(kind.length)
    const traces = globSync('episodes/**/*.jsonl', { cwd: run })
      .map((file) => relative('.', file))
      .sort()
    const missed: string[] = []
    for (let tried = 0; tried < 60; ) {
      const group = ['report.json', 'run.json', ...traces]
      const share = random()
      const file =
        share < 0.15 ? 'report.json' : share < 0.4 ? 'run.json' : group[2 + (tried % traces.length)]
      const forged = forgery(run, file ?? '', random)
      if (forged === undefined) continue
      tried += 1
      const { agrees, last } = await replayed(run, forged)
      const words = unchecked.find(([place]) => place.test(forged.place))?.[1]
      if (agrees && (words === undefined || !last.includes(words)))
        missed.push(`${forged.place} of ${forged.file}`)
    }
    expect(missed).toEqual([])
  })

  test('a reward that was forged together with the report is found', async () => {
    const file = globSync('episodes/**/*.jsonl', { cwd: run }).sort()[0] ?? ''
    const text = readFileSync(join(run, file), 'utf8')
    const forged = text.replace(/"reward":[\d.]+/, '"reward":0.125')
    expect(forged).not.toBe(text)
    expect(await replayed(run, { place: 'end.outcome.reward', file, text: forged })).toMatchObject({
      agrees: false,
    })
  })
})
