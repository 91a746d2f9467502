import { type Model, promptText, type Runtime, SkillStateError } from '@skill-state/protocol'
import { Meter } from '@skill-state/protocol/meter'
import { compareSessions, type Regression } from '@skill-state/protocol/regress'
import { describe, expect, test } from 'vitest'
import { always, countdown, episode, obey } from '../../test/countdown.ts'
import { playedCountdown, recordedRun } from '../../test/recorded-run.ts'
import type { Trace } from '../trace/trace-file.ts'
import { type Answer, type AskedEpisode, askedSession } from './asked-session.ts'
import { type DecisionFigures, decisionFigures } from './decision-figures.ts'

const ALL = new Set([0, 1, 2])

interface Asked {
  readonly regression: Regression
  readonly answers: readonly Answer[]
  readonly figures: DecisionFigures
}

async function ask(
  traces: readonly Trace[],
  model: Model,
  parts: Partial<AskedEpisode> = {},
  spending = new Meter(),
): Promise<Asked> {
  const episodes = traces.map((): Answer[] => [])
  async function* sessions() {
    for (const [at, trace] of traces.entries()) {
      const onAnswer = (answer: Answer): void => void episodes[at]?.push(answer)
      const asked = { trace, played: playedCountdown, steps: ALL, runtime: obey, model, ...parts }
      yield askedSession(asked, { spending, onAnswer })
    }
  }
  const regression = await compareSessions(sessions(), { spending, concurrency: 2 })
  return { regression, answers: episodes.flat(), figures: decisionFigures(episodes) }
}

/** Answers otherwise if the observation says so. */
const unlike = (place: string, reply: string): Model =>
  always((prompt) => (prompt.endsWith(place) ? reply : 'good'))

describe('asking about the states that a run visited', () => {
  test('sends the very prompts that were sent there, and who decides the same agrees in all', async () => {
    const { traces } = await recordedRun([{}, { seed: 2 }])
    const prompts: string[] = []
    const model = always((prompt) => {
      prompts.push(prompt)
      return 'good'
    })
    const { regression, figures } = await ask(traces, model)
    const sent: string[] = []
    await recordedRun([{}, { seed: 2 }].map((each) => ({ ...each, model: hearing(sent) })))
    expect(prompts.sort()).toEqual(sent.sort())
    expect(figures).toMatchObject({
      episodes: 2,
      agreement: { steps: 6, action: 1, state: 1 },
      undecided: 0,
    })
    expect(regression).toMatchObject({ steps: 6, firsts: [], groups: [], asked: { steps: 6, unanswered: 0 } })
  })

  const hearing = (sent: string[]): Model =>
    always((prompt) => {
      sent.push(prompt)
      return 'good'
    })

  test('says nothing of soundness if the world cannot be asked about all decisions', async () => {
    const { traces } = await recordedRun([{}])
    const { figures } = await ask(traces, unlike('step 1', 'bad'))
    expect(figures.sound).toBeUndefined()
    expect(figures.differences.map(({ id }) => id)).toEqual(['refusedReplies', 'outputTokens'])
  })

  test('decides in the states of the run, wherever other answers would have led', async () => {
    const { traces } = await recordedRun([{}])
    const { answers, figures, regression } = await ask(traces, unlike('step 1', 'bad'))
    expect(answers.map(({ agrees }) => agrees)).toEqual([
      { action: true, state: true },
      { action: false, state: false },
      { action: true, state: true },
    ])
    expect(figures.agreement).toMatchObject({ steps: 3, action: 2 / 3 })
    expect(regression.firsts).toMatchObject([{ step: 1, part: 'decision', was: 'good', now: 'bad' }])
  })

  test('asks only about the steps that are wanted', async () => {
    const { traces } = await recordedRun([{}])
    const { answers } = await ask(traces, always('good'), { steps: new Set([2]) })
    expect(answers.map(({ step }) => step)).toEqual([2])
  })

  test('a reply without a decision is an answer that agrees with none', async () => {
    const { traces } = await recordedRun([{}])
    const { answers, figures, regression } = await ask(traces, unlike('step 2', ''))
    expect(answers[2]).toMatchObject({ step: 2, refusedReplies: [0, 1], sound: [1, 0] })
    expect(figures).toMatchObject({ undecided: 1, agreement: { state: 2 / 3 } })
    expect(regression.groups).toMatchObject([{ part: 'decision', place: 'none', steps: 1 }])
  })

  test('an outage is no answer, and does not stop the rest', async () => {
    const { traces } = await recordedRun([{}])
    const failing = always((prompt) => {
      if (prompt.endsWith('step 1')) throw new SkillStateError('model-failed', 'an outage')
      return 'good'
    })
    const { answers, regression } = await ask(traces, failing)
    expect(answers.map(({ step }) => step)).toEqual([0, 2])
    expect(regression.asked).toMatchObject({ steps: 2, unanswered: 1 })
  })

  test('rejects a runtime that carries more than the state', async () => {
    const counting: Runtime = async function* (input) {
      let calls = 0
      const model = {
        ...input.model,
        generate: (request: Parameters<Model['generate']>[0]) => {
          calls += 1
          return input.model.generate({ ...request, prompt: `call ${calls}\n${promptText(request.prompt)}` })
        },
      }
      yield* obey({ ...input, model })
    }
    const { traces } = await recordedRun([{ runtime: counting }])
    const played = { ...playedCountdown, runtime: counting }
    await expect(ask(traces, always('good'), { played })).rejects.toThrow(
      /step 1: the prompt does not follow from P, Σ_t and O_t alone/,
    )
  })

  test('starts no call past the limit of the whole', async () => {
    const { traces } = await recordedRun([{}])
    const model = { ...always('good'), capabilities: { maxOutputTokens: 10 } }
    // A call could use 2,041 tokens, those of the frame included, and uses 12.
    const { answers, regression } = await ask(traces, model, {}, new Meter({ tokens: 2_050 }))
    expect(answers.map(({ step }) => step)).toEqual([0])
    expect(regression.asked?.stopped).toMatch(/^12 tokens of the run's 2050/)
    expect(regression.steps).toBe(3)
  })
})

describe('judging a decision in the world', () => {
  const rejecting = () => {
    const world = countdown(3)
    return {
      ...world,
      step: async (action: unknown) => {
        const result = await world.step(action === 'good' ? 'good' : 'bad')
        return action === 'good' ? result : { ...result, refused: true }
      },
    }
  }

  test('carries it out after the same steps, where it differs', async () => {
    const { traces } = await recordedRun([{ environment: rejecting }])
    const { benchmark, task } = episode({ environment: rejecting })
    const { answers, figures } = await ask(traces, unlike('step 1', 'bad'), { planned: { benchmark, task } })
    expect(answers.map(({ sound }) => sound)).toEqual([
      [1, 1],
      [1, 0],
      [1, 1],
    ])
    expect(figures.sound).toEqual({ both: 2, onlyA: 1, onlyB: 0, neither: 0 })
  })

  test('stops if the world is not the one that was recorded', async () => {
    const { traces } = await recordedRun([{}])
    const other = () => ({ ...countdown(3), step: async () => ({ text: 'elsewhere', done: false }) })
    const { benchmark, task } = episode({ environment: other })
    await expect(ask(traces, unlike('step 2', 'bad'), { planned: { benchmark, task } })).rejects.toThrow(
      /answers step 0 otherwise than recorded/,
    )
  })
})
