import { type CallLine, type Episode, runEpisode } from '@skill-state/eval'
import { costOf, type Model, type ModelRequest, PromptCache } from '@skill-state/protocol'
import { findRecord, type Registry } from '../registry.ts'
import type { Plan } from './plan-run.ts'

/** What episodes would need if their model wrote what the reference reader writes. */
interface Prediction {
  readonly calls: number
  readonly inputTokens: number
  /** What a simulated cache of the provider gives of it. */
  readonly cachedInputTokens: number
  readonly cacheWriteTokens: number
  readonly outputTokens: number
}

const NO_TOKENS = { inputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 0 }
const NOTHING: Prediction = { calls: 0, ...NO_TOKENS }

/** Whether its model asks somebody who wants to be paid. */
const isPaid = ({ model }: Plan): boolean => model.capabilities !== undefined

/** What episodes have in common that differ in their seed alone. */
export const cellOf = ({ benchmark, task, runtime }: Episode): string =>
  JSON.stringify([benchmark.id, task.variant, task.horizon, runtime.id])

/**
 * What the paid calls of plans need, in one line; undefined if there are none. An episode of two plans counts once. Of
 * episodes that differ in their seed alone one is played, by the reference reader.
 */
export async function predictedCost(registry: Registry, plans: readonly Plan[]): Promise<string | undefined> {
  const paid = plans.filter(isPaid)
  const [first] = paid
  if (first === undefined) return undefined
  const episodes = new Map(
    paid.flatMap((plan) => plan.episodes.map((each) => [each.id ?? each, each] as const)),
  )
  let total = NOTHING
  let unknown = 0
  for (const alike of Map.groupBy(episodes.values(), cellOf).values()) {
    const one = alike[0] && (await predict(registry, alike[0], first.episodeLimits))
    if (one === undefined) unknown += alike.length
    else total = add(total, times(one, alike.length))
  }
  const { calls, inputTokens, cachedInputTokens, outputTokens } = total
  const use = `${calls} calls, ${inputTokens} input tokens, of which a simulated cache gives ${cachedInputTokens}, ${outputTokens} output tokens (${registry.tokenizer.id})`
  const left = unknown > 0 ? `; ${unknown} episodes cannot be predicted: their benchmark has no player` : ''
  return `predicted, as the reference reader plays: ${use}; ${costText(first.model, total)}${left}`
}

function costText({ id, capabilities }: Model, prediction: Prediction): string {
  if (capabilities?.prices === undefined) return `cost: no prices of model ${id} are known`
  const { prices } = capabilities
  const cost = costOf(prediction, prices) ?? 0
  return `cost: ${cost.toFixed(2)} USD by the price sheet of ${prices.date}, without hidden reasoning`
}

/** Undefined if the benchmark has no player. */
async function predict(
  { models, tokenizer }: Registry,
  episode: Episode,
  limits: Plan['episodeLimits'],
): Promise<Prediction | undefined> {
  const { benchmark, task, runtime, model } = episode
  if (benchmark.player === undefined) return undefined
  let all = NOTHING
  const count = (part: Partial<Prediction>): void => {
    all = add(all, { ...NOTHING, ...part })
  }
  const { capabilities = {} } = model
  const cache = PromptCache.of(capabilities, (text) => tokenizer.count(text))
  const asked = findRecord('model', models, 'reference').create(benchmark, task, runtime.id, {})
  const generate = async (request: ModelRequest) => {
    const { cached, written } = cache.send(request)
    count({ cachedInputTokens: cached, cacheWriteTokens: written })
    return await asked.generate(request)
  }
  await runEpisode(
    { ...episode, model: { ...asked, generate, capabilities: model.capabilities } },
    { limits, tokenizer, record: (line) => line.kind === 'call' && count(usedBy(line)) },
  )
  return all
}

function usedBy({ usage: { inputTokens = 0, outputTokens = 0 } }: CallLine): Partial<Prediction> {
  return { calls: 1, inputTokens, outputTokens }
}

const FIGURES = Object.keys(NOTHING) as readonly (keyof Prediction)[]

const combine = (of: (name: keyof Prediction) => number): Prediction =>
  Object.fromEntries(FIGURES.map((name) => [name, of(name)])) as unknown as Prediction

const add = (a: Prediction, b: Prediction): Prediction => combine((name) => a[name] + b[name])

const times = (one: Prediction, count: number): Prediction => combine((name) => one[name] * count)
