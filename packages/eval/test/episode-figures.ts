import type { EpisodeFigures } from '../src/figures/figures.ts'

/** Figures of a plain episode, with what a test needs otherwise. */
export function figures(values: Partial<EpisodeFigures>): EpisodeFigures {
  return {
    benchmark: 'b@1',
    task: `s${values.seed ?? 1}`,
    seed: 1,
    horizon: 10,
    runtime: 'prompt',
    model: 'm',
    status: 'terminated',
    score: 1,
    metrics: {},
    steps: 10,
    calls: 10,
    usage: {},
    replayedCalls: 0,
    lostAttempts: 0,
    stepCosts: [],
    rejections: 0,
    retries: 0,
    soundRejections: 0,
    mistakes: {},
    judgedSteps: 0,
    faults: {},
    fallbacks: 0,
    lostSteps: 0,
    updates: { steps: 0, attempted: 0, applied: 0 },
    meanPromptChars: 100,
    promptChars: 1000,
    totalTokens: 500,
    stepPromptChars: [],
    stepTokens: [],
    estimated: [],
    ...values,
  }
}
