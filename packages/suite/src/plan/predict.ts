import { type CallLine, type Episode, runEpisode } from '@skill-state/eval'
import { costOf, type Model } from '@skill-state/protocol'
import type { Registry } from '../registry.ts'
import type { Plan } from './plan-run.ts'

/** What a run would need if its model wrote what the reference reader writes. */
interface Prediction {
  /** Episodes whose benchmark has no player, so that nobody can say. */
  readonly unknown: number
  readonly calls: number
  readonly inputTokens: number
  readonly outputTokens: number
}

/** Lines for `--dry-run`: calls, tokens, and cost by the dated price sheet. */
export async function predictionLines(
  registry: Registry,
  { episodes, model, budget }: Plan,
): Promise<readonly string[]> {
  const prediction = await predict(registry, episodes, budget)
  const { calls, inputTokens, outputTokens, unknown } = prediction
  const lines = [
    `predicted, as the reference reader plays: ${calls} calls, ${inputTokens} input tokens, ${outputTokens} output tokens (${registry.tokenizer.id})`,
    costLine(model, prediction),
  ]
  return unknown > 0
    ? [...lines, `${unknown} episodes cannot be predicted: their benchmark has no player`]
    : lines
}

function costLine({ id, capabilities }: Model, prediction: Prediction): string {
  if (capabilities?.prices === undefined) return `cost: no prices of model ${id} are known`
  const { prices } = capabilities
  const cost = costOf(prediction, prices) ?? 0
  return `cost: ${cost.toFixed(2)} USD by the price sheet of ${prices.date}, without a discount for cached input and without hidden reasoning`
}

async function predict(
  { findModel, tokenizer }: Registry,
  episodes: readonly Episode[],
  budget: Plan['budget'],
): Promise<Prediction> {
  const reader = await findModel('reference', {})
  const total = { unknown: 0, calls: 0, inputTokens: 0, outputTokens: 0 }
  for (const episode of episodes) {
    const { benchmark, task, runtime } = episode
    if (benchmark.player === undefined) {
      total.unknown += 1
      continue
    }
    const calls: CallLine[] = []
    await runEpisode(
      { ...episode, model: reader(benchmark, task, runtime.id) },
      { budget, tokenizer, record: (line) => line.kind === 'call' && calls.push(line) },
    )
    total.calls += calls.length
    for (const { usage } of calls) {
      total.inputTokens += usage.inputTokens ?? 0
      total.outputTokens += usage.outputTokens ?? 0
    }
  }
  return total
}
