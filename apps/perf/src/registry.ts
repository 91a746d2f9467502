import { agentTurns } from './agent-turns.ts'
import type { Benchmark } from './benchmark.ts'
import { coldStart } from './cold-start.ts'
import { growth } from './growth.ts'
import { harness } from './harness.ts'
import { journal } from './journal.ts'
import { merge } from './merge.ts'
import { promptText } from './prompt-text.ts'
import { replies } from './replies.ts'
import { stateSize } from './state-size.ts'
import { step } from './step.ts'
import { transcripts } from './transcripts.ts'
import { validation } from './validation.ts'

/** All benchmarks, in the order of the table. */
export const benchmarks: readonly Benchmark[] = [
  step,
  growth,
  stateSize,
  merge,
  promptText,
  validation,
  coldStart,
  replies,
  journal,
  transcripts,
  harness,
  agentTurns,
]
