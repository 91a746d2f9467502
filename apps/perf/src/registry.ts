import { agentTurns } from './figures/agent-turns.ts'
import { callsInFlight } from './figures/calls-in-flight.ts'
import { coldStart } from './figures/cold-start.ts'
import { fleet } from './figures/fleet.ts'
import { frameworks } from './figures/frameworks.ts'
import { growth } from './figures/growth.ts'
import { harness } from './figures/harness.ts'
import { journal } from './figures/journal.ts'
import { merge } from './figures/merge.ts'
import { promptText } from './figures/prompt-text.ts'
import { replies } from './figures/replies.ts'
import { stateSize } from './figures/state-size.ts'
import { step, stepLarge, stepSmall } from './figures/step.ts'
import { transcripts } from './figures/transcripts.ts'
import { validation } from './figures/validation.ts'
import { viewer } from './figures/viewer.ts'
import type { Benchmark } from './measure/benchmark.ts'

/** All benchmarks, in the order of the table. */
export const benchmarks: readonly Benchmark[] = [
  step,
  stepSmall,
  stepLarge,
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
  callsInFlight,
  viewer,
  ...frameworks,
  fleet,
]
