import { isJsonObject } from '@skill-state/protocol'

/** Why a value is no outcome, in the words of an error; undefined if it is one. */
export function outcomeFault(value: unknown): string | undefined {
  if (!isJsonObject(value)) return `the outcome is ${show(value)}, not an object with a reward`
  const { reward, metrics = {} } = value
  if (typeof reward !== 'number' || !(reward >= 0 && reward <= 1)) {
    return `the reward is ${show(reward)}, not a number from 0 to 1`
  }
  if (!isJsonObject(metrics)) return `the metrics are ${show(metrics)}, not an object of numbers`
  const wrong = Object.entries(metrics).find(([, figure]) => !Number.isFinite(figure))
  return wrong && `the metric ${wrong[0]} is ${show(wrong[1])}, not a finite number`
}

function show(value: unknown): string {
  return typeof value === 'number' || value === undefined
    ? String(value)
    : (JSON.stringify(value) ?? 'no JSON')
}
