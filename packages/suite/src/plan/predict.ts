import { type CallLine, type Episode, runEpisode } from '@skill-state/eval'
import { costOf, type Model, type ModelRequest, PromptCache } from '@skill-state/protocol'
import { findRecord, type Registry } from '../registry.ts'
import type { Plan } from './plan-run.ts'

/** What episodes would need if their model wrote what the reference reader writes. */
interface Prediction {
  /** Episodes whose benchmark has no player, so that no prediction is possible. */
  readonly unknown: number
  readonly calls: number
  readonly inputTokens: number
  /** What a simulated cache of the provider gives of it. */
  readonly cachedInputTokens: number
  readonly cacheWriteTokens: number
  readonly outputTokens: number
}

const NOTHING: Prediction = {
  unknown: 0,
  calls: 0,
  inputTokens: 0,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
}

/** Plays episodes with the reference reader, each once: plans may share them. */
export function costPredictor(registry: Registry): (plans: readonly Plan[]) => Promise<readonly string[]> {
  const played = new Map<string | Episode, Prediction>()
  return async (plans) => {
    const distinct = new Map<string | Episode, Prediction>()
    for (const { episodes, episodeLimits } of plans) {
      for (const episode of episodes) {
        const { id = episode } = episode
        const found = played.get(id) ?? (await predict(registry, episode, episodeLimits))
        played.set(id, found)
        distinct.set(id, found)
      }
    }
    const [model] = plans.map((plan) => plan.model)
    return model === undefined ? [] : predictionLines(registry, model, [...distinct.values()])
  }
}

/**
 * What all episodes of the plans would cost, in one line; undefined if no prices are known. Of episodes that differ
 * in their seed alone one is played.
 */
export async function expectedCost(registry: Registry, plans: readonly Plan[]): Promise<string | undefined> {
  const paid = plans.filter(({ model }) => model.capabilities?.prices !== undefined)
  const [first] = paid
  if (first === undefined) return undefined
  const planned = paid.flatMap(({ episodes }) =>
    episodes.map((episode) => [episode.id ?? episode, episode] as const),
  )
  let total = NOTHING
  for (const alike of Map.groupBy(new Map(planned).values(), cellOf).values()) {
    const one = alike[0] && (await predict(registry, alike[0], first.episodeLimits))
    for (const _ of alike) total = add(total, one ?? NOTHING)
  }
  const { calls, inputTokens, cachedInputTokens, outputTokens, unknown } = total
  const use = `${calls} calls, ${inputTokens} input tokens, ${cachedInputTokens} of them cached, ${outputTokens} output tokens`
  return [
    `the whole run, as the reference reader plays: ${costLine(first.model, total)} (${use})`,
    ...(unknown > 0 ? [`${unknown} episodes cannot be predicted`] : []),
  ].join('; ')
}

/** Whether its model asks somebody who wants to be paid. */
export const isPaid = ({ model }: Plan): boolean => model.capabilities !== undefined

/** What episodes have in common that are compared with one another. */
export const cellOf = ({ benchmark, task, runtime }: Episode): string =>
  JSON.stringify([benchmark.id, task.variant, task.horizon, runtime.id])

/** Lines for `--dry-run`: calls, tokens, and cost by the dated price sheet. */
function predictionLines(
  { tokenizer }: Registry,
  model: Model,
  predictions: readonly Prediction[],
): readonly string[] {
  const total = predictions.reduce(add, NOTHING)
  const { calls, inputTokens, cachedInputTokens, outputTokens, unknown } = total
  const lines = [
    `predicted, as the reference reader plays: ${calls} calls, ${inputTokens} input tokens, of which a simulated cache gives ${cachedInputTokens}, ${outputTokens} output tokens (${tokenizer.id})`,
    costLine(model, total),
  ]
  return unknown > 0
    ? [...lines, `${unknown} episodes cannot be predicted: their benchmark has no player`]
    : lines
}

function costLine({ id, capabilities }: Model, prediction: Prediction): string {
  if (capabilities?.prices === undefined) return `cost: no prices of model ${id} are known`
  const { prices } = capabilities
  const cost = costOf(prediction, prices) ?? 0
  return `cost: ${cost.toFixed(2)} USD by the price sheet of ${prices.date}, without hidden reasoning`
}

async function predict(
  { models, tokenizer }: Registry,
  episode: Episode,
  limits: Plan['episodeLimits'],
): Promise<Prediction> {
  const { benchmark, task, runtime, model } = episode
  if (benchmark.player === undefined) return { ...NOTHING, unknown: 1 }
  const calls: CallLine[] = []
  const { capabilities = {} } = model
  const cache = PromptCache.of(capabilities, (text) => tokenizer.count(text))
  let [cachedInputTokens, cacheWriteTokens] = [0, 0]
  const asked = findRecord('model', models, 'reference').create(benchmark, task, runtime.id, {})
  const generate = async (request: ModelRequest) => {
    const { cached, written } = cache.send(request)
    cachedInputTokens += cached
    cacheWriteTokens += written
    return await asked.generate(request)
  }
  await runEpisode(
    { ...episode, model: { ...asked, generate, capabilities: model.capabilities } },
    { limits, tokenizer, record: (line) => line.kind === 'call' && calls.push(line) },
  )
  const begun = { ...NOTHING, cachedInputTokens, cacheWriteTokens }
  return calls
    .map(({ usage: { inputTokens = 0, outputTokens = 0 } }) => ({
      ...NOTHING,
      calls: 1,
      inputTokens,
      outputTokens,
    }))
    .reduce(add, begun)
}

function add(a: Prediction, b: Prediction): Prediction {
  return {
    unknown: a.unknown + b.unknown,
    calls: a.calls + b.calls,
    inputTokens: a.inputTokens + b.inputTokens,
    cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
    cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
    outputTokens: a.outputTokens + b.outputTokens,
  }
}
