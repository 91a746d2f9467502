import { coldStart } from './figures/core/cold-start.ts'
import { firstOpen } from './figures/core/first-open.ts'
import { growth } from './figures/core/growth.ts'
import { journal } from './figures/core/journal.ts'
import { layoutGrowth } from './figures/core/layout-growth.ts'
import { layoutText } from './figures/core/layouts.ts'
import { merge } from './figures/core/merge.ts'
import { promptText } from './figures/core/prompt-text.ts'
import { replies } from './figures/core/replies.ts'
import { stateSize } from './figures/core/state-size.ts'
import { step, stepLarge, stepSmall } from './figures/core/step.ts'
import { transcripts } from './figures/core/transcripts.ts'
import { validation } from './figures/core/validation.ts'
import { agentGrowth } from './figures/systems/agent-growth.ts'
import { agentTurn } from './figures/systems/agent-turn.ts'
import { agentTurns } from './figures/systems/agent-turns.ts'
import { callsInFlight } from './figures/systems/calls-in-flight.ts'
import { fleet } from './figures/systems/fleet.ts'
import { frameworks } from './figures/systems/frameworks.ts'
import { harness } from './figures/systems/harness.ts'
import { viewer } from './figures/systems/viewer.ts'
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
  layoutText,
  layoutGrowth,
  validation,
  coldStart,
  firstOpen,
  replies,
  journal,
  transcripts,
  harness,
  agentTurn,
  agentTurns,
  agentGrowth,
  callsInFlight,
  viewer,
  ...frameworks,
  fleet,
]
