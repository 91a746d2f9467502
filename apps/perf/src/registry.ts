import { coldStart, firstOpen } from './figures/core/first-use.ts'
import { growth } from './figures/core/growth.ts'
import { journal } from './figures/core/journal.ts'
import { layoutGrowth, layoutText } from './figures/core/layouts.ts'
import { replies } from './figures/core/replies.ts'
import { merge, promptText, validation } from './figures/core/state.ts'
import { stateSize, step, stepLarge, stepSmall } from './figures/core/step.ts'
import { transcripts } from './figures/core/transcripts.ts'
import { agentGrowth, agentTurns } from './figures/systems/agent-growth.ts'
import { agentTurn } from './figures/systems/agent-turn.ts'
import { callsInFlight } from './figures/systems/calls-in-flight.ts'
import { fleet } from './figures/systems/fleet.ts'
import { frameworks } from './figures/systems/frameworks.ts'
import { harness } from './figures/systems/harness.ts'
import { viewer } from './figures/systems/viewer.ts'
import type { Benchmark } from './measure/row.ts'

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
