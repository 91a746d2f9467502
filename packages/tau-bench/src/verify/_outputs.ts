import type { Evaluation } from '../evaluator/evaluation.ts'
import type { Findings } from './findings.ts'

/** Compares which of the wanted texts were found, one by one. */
export function expectOutputs(
  findings: Findings,
  recorded: ReadonlyMap<string, boolean> | undefined,
  evaluation: Evaluation | undefined,
): void {
  for (const [text, found] of recorded ?? []) {
    findings.expect(`output ${JSON.stringify(text)} found`, found, evaluation?.outputs.get(text))
  }
  if (recorded !== undefined) {
    findings.expect('number of outputs', recorded.size, evaluation?.outputs.size)
  }
}
