import { type Episode, retainedNeeds } from '@skill-state/audit'
import {
  type Benchmark,
  type JsonValue,
  type Model,
  promptText,
  type Task,
  type Turn,
} from '@skill-state/protocol'
import { registry } from '../src/registry.ts'

/** US dollars for a million tokens of four characters, as shares of one list price: no cache, a cache by prefix, one with paid writes. */
const sheets = [
  { read: 1, write: 1 },
  { read: 0.1, write: 1 },
  { read: 0.1, write: 1.25 },
] as const
export const INPUT = 1.25
export const OUTPUT = 10
/** Providers cache prefixes from so many tokens on. */
export const LEAST_CACHED = 1024
const CHARS_PER_TOKEN = 4

/** One episode. */
export interface Played {
  readonly kept: number
  /** Mean characters of a prompt. */
  readonly prompt: number
  readonly rejections: number
  /** A quarter of the characters in and out, which stands for tokens. */
  readonly quarters: number
  /** Dollars of all calls up to each step, by price sheet. */
  readonly costs: readonly (readonly number[])[]
  readonly needs: ReturnType<typeof retainedNeeds> | undefined
  readonly metrics: Readonly<Record<string, number>>
}

/** Plays one task by a runtime; `needs` are counted if they are asked for. */
export async function playTask(
  benchmark: Benchmark,
  task: Task,
  name: string,
  inner: Model,
  countsNeeds = false,
): Promise<Played> {
  const bill = sheets.map(() => 0)
  let [quarters, chars, calls, rejections] = [0, 0, 0, 0]
  let previous = ''
  const model: Model = {
    ...inner,
    async generate(request) {
      const answer = await inner.generate(request)
      const prompt = promptText(request.prompt)
      const [all, cached, out] = [prompt.length, commonPrefix(prompt, previous), answer.text.length].map(
        (each) => each / CHARS_PER_TOKEN,
      ) as [number, number, number]
      previous = prompt
      quarters += all + out
      chars += prompt.length
      calls += 1
      sheets.forEach(({ read, write }, at) => {
        const hit = cached >= LEAST_CACHED && read < 1 ? cached : 0
        const rest = all - hit
        const written = all >= LEAST_CACHED ? write : 1
        bill[at] = (bill[at] ?? 0) + ((hit * read + rest * written) * INPUT + out * OUTPUT) / 1e6
      })
      return answer
    },
  }
  const environment = benchmark.open(task)
  const instructions = [benchmark.skill.instructions, task.instructions].filter(Boolean).join('\n\n')
  const skill = { ...benchmark.skill, instructions }
  const costs: number[][] = sheets.map(() => [])
  const seen: { observation: string; action: JsonValue; prompt: string }[] = []
  for await (const step of registry.findRuntime(name).run({ skill, environment, model, seed: task.seed })) {
    rejections += step.rejections?.length ?? 0
    seen.push({ observation: step.observation, action: step.action, prompt: previous })
    for (const [at, sum] of bill.entries()) costs[at]?.push(sum)
  }
  const { reward, metrics = {} } = await environment.outcome()
  await environment.close()
  const needs = countsNeeds ? needsOf(benchmark, instructions, seen) : undefined
  return { kept: reward, prompt: chars / calls, rejections, quarters, costs, needs, metrics }
}

/** What is needed is what the action needs that a reader of the whole transcript chooses. */
function needsOf(
  { player }: Benchmark,
  instructions: string,
  seen: readonly { readonly observation: string; readonly action: JsonValue; readonly prompt: string }[],
): Played['needs'] {
  const turns: Turn[] = []
  const messages: Episode['messages'][number][] = []
  for (const { observation, action } of seen) {
    const chosen = player?.decide({ instructions, history: turns, observation }).action ?? ''
    const calls = [{ name: 'act', arguments: textOf(chosen).split(/[\s(),]+/) }]
    messages.push({ role: 'user', content: observation }, { role: 'assistant', content: '', calls })
    turns.push({ observation, response: `Action: ${textOf(action)}` })
  }
  const prompts = seen.map(({ prompt }) => prompt)
  return retainedNeeds({ prompt: instructions, messages, notShown: 0, notes: [] }, prompts)
}

function textOf(action: JsonValue): string {
  return typeof action === 'string' ? action : JSON.stringify(action)
}

function commonPrefix(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  return at
}

export function mean(values: readonly number[]): number {
  return sum(values) / values.length
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
