import type { Decision, JsonObject } from '@skill-state/protocol'
import type { RecordedRun, RecordedStep } from './recorded-run.ts'

/** A recorded action as the environment of this package takes it. */
export function actionOf(step: RecordedStep): Pick<Decision, 'action' | 'actionSource'> {
  if (step.kind === 'respond') return { action: { respond: step.content } }
  const source = `{${JSON.stringify(step.name)}: ${step.source}}`
  return { action: JSON.parse(source) as JsonObject, actionSource: source }
}

/** What the environment of this package would have shown before the step of this index, from 0. */
export function observationBefore({ firstUser, steps }: RecordedRun, index: number): string {
  const step = steps[index - 1]
  if (step?.kind === 'tool') return `Tool: ${step.observation}`
  return `User: ${step?.user ?? firstUser}`
}
