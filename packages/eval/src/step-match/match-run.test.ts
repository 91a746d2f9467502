import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Model, promptText, type Runtime, SkillStateError } from '@skill-state/protocol'
import { Meter } from '@skill-state/protocol/meter'
import { describe, expect, test } from 'vitest'
import { always, countdown, episode, obey } from '../../test/countdown.ts'
import { emptyFolder } from '../../test/folder.ts'
import { playedCountdown, recordedRun } from '../../test/recorded-run.ts'
import type { Trace } from '../trace/trace-file.ts'
import { answersOf, openMatchFile, readMatches } from './match-file.ts'
import { type FailedMatch, type MatchLine, stepKey } from './match-line.ts'
import { buildMatchReport } from './match-report.ts'
import { type Matched, type MatchOptions, matchRun } from './match-run.ts'
import { requireSameStates } from './same-states.ts'

const ALL = new Set([0, 1, 2])

async function ask(
  traces: readonly Trace[],
  model: Model,
  parts: Partial<Matched> = {},
  options: Partial<MatchOptions> = {},
): Promise<(MatchLine | FailedMatch)[]> {
  const lines: (MatchLine | FailedMatch)[] = []
  const matched = traces.map((trace) => ({
    trace,
    played: playedCountdown,
    steps: ALL,
    runtime: obey,
    model,
    ...parts,
  }))
  await matchRun(matched, { concurrency: 2, record: (line) => lines.push(line), ...options })
  return lines
}

/** Answers otherwise if the observation says so. */
const unlike = (place: string, reply: string): Model =>
  always((prompt) => (prompt.endsWith(place) ? reply : 'good'))

const conditions = {
  version: '1',
  experiment: 'countdown',
  runtimes: { obey: {} },
  model: { name: 'always', id: 'always', notice: '' },
  tokenizer: 'words',
}

describe('asking about the states that a run visited', () => {
  test('sends the very prompts that were sent there, and who decides the same agrees in all', async () => {
    const { traces } = await recordedRun([{}, { seed: 2 }])
    const lines = await ask(traces, always('good'))
    const asked = lines.flatMap(({ calls }) => calls.map(({ promptHash }) => promptHash)).sort()
    expect(asked).toEqual(traces.flatMap(({ calls }) => calls.map(({ promptHash }) => promptHash)).sort())
    expect(buildMatchReport(traces, answersOf({ conditions, lines }))).toMatchObject({
      episodes: 2,
      agreement: { steps: 6, action: 1, normalisedAction: 1, state: 1 },
      undecided: 0,
    })
  })

  test('says nothing of soundness if the world cannot be asked about all decisions', async () => {
    const { traces } = await recordedRun([{}])
    const lines = await ask(traces, unlike('step 1', 'bad'))
    const report = buildMatchReport(traces, answersOf({ conditions, lines }))
    expect(report.sound).toBeUndefined()
    expect(report.differences.map(({ id }) => id)).toEqual(['refusedReplies', 'outputTokens'])
  })

  test('decides in the states of the run, wherever other answers would have led', async () => {
    const { traces } = await recordedRun([{}])
    const lines = await ask(traces, unlike('step 1', 'bad'))
    expect(lines.map((line) => line.kind === 'match' && line.agrees)).toEqual([
      { action: true, normalisedAction: true, state: true },
      { action: false, normalisedAction: false, state: false },
      { action: true, normalisedAction: true, state: true },
    ])
    const { agreement, byPosition } = buildMatchReport(traces, answersOf({ conditions, lines }))
    expect(agreement).toMatchObject({ steps: 3, action: 2 / 3 })
    expect(byPosition.map(({ from, to, steps, action }) => [from, to, steps, action])).toEqual([
      [0, 0, 1, 1],
      [1, 1, 1, 0],
      [2, 3, 1, 1],
    ])
  })

  test('asks only about the steps that are wanted', async () => {
    const { traces } = await recordedRun([{}])
    const lines = await ask(traces, always('good'), { steps: new Set([2]) })
    expect(lines.map(({ step }) => step)).toEqual([2])
  })

  test('a reply without a decision is an answer that agrees with none', async () => {
    const { traces } = await recordedRun([{}])
    const lines = await ask(traces, unlike('step 2', ''))
    expect(lines[2]).toMatchObject({ kind: 'match', undecided: { code: 'invalid-reply' } })
    expect(lines[2]?.calls).toHaveLength(1)
    expect(buildMatchReport(traces, answersOf({ conditions, lines }))).toMatchObject({ undecided: 1 })
  })

  test('an outage is no answer, and does not stop the rest', async () => {
    const { traces } = await recordedRun([{}])
    const failing = always((prompt) => {
      if (prompt.endsWith('step 1')) throw new SkillStateError('model-failed', 'an outage')
      return 'good'
    })
    const lines = await ask(traces, failing)
    expect(lines.map(({ kind }) => kind)).toEqual(['match', 'failed', 'match'])
    expect(answersOf({ conditions, lines })).toHaveLength(2)
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
    const spending = new Meter({ tokens: 2_050 })
    const lines: (MatchLine | FailedMatch)[] = []
    const record = (line: MatchLine | FailedMatch): void => void lines.push(line)
    await expect(ask(traces, model, {}, { spending, record })).rejects.toThrow(/^12 tokens of the run's 2050/)
    expect(lines.map(({ step }) => step)).toEqual([0])
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
    const lines = await ask(traces, unlike('step 1', 'bad'), { planned: { benchmark, task } })
    expect(lines.map((line) => line.kind === 'match' && line.judged?.refused)).toEqual([false, true, false])
    expect(buildMatchReport(traces, answersOf({ conditions, lines })).sound).toEqual({
      both: 2,
      onlyA: 1,
      onlyB: 0,
      neither: 0,
    })
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

describe('against whole episodes', () => {
  test('is said how much variance the same states save', async () => {
    const seeds = Array.from({ length: 12 }, (_, index) => index + 1)
    const { traces } = await recordedRun(seeds.map((seed) => ({ seed, model: always('good') })))
    // Whose own episodes wander: what is written depends on the seed, which the matched states have in common.
    const wandering = await recordedRun(seeds.map((seed) => ({ seed, model: longer(seed) })))
    const lines = await ask(traces, always('better'))
    const { differences } = buildMatchReport(traces, answersOf({ conditions, lines }), wandering.traces)
    const tokens = differences.find(({ id }) => id === 'outputTokens')
    expect(tokens?.saved).toMatchObject({ episodes: 12, matchedError: 0 })
    expect(tokens?.saved?.wholeError).toBeGreaterThan(0)
  })

  const longer = (tokens: number): Model => ({
    ...always('good'),
    generate: async () => ({
      text: 'good',
      finishReason: 'stop',
      model: 'always-1',
      usage: { inputTokens: 10, outputTokens: tokens },
    }),
  })
})

describe('a file of matched steps', () => {
  const newFile = (): string => join(emptyFolder(), 'matches.jsonl')

  test('is read back as it was written, continues after a cut, and the last answer counts', async () => {
    const { traces } = await recordedRun([{}])
    const lines = await ask(traces, unlike('step 2', ''))
    const file = newFile()
    const first = openMatchFile(file, conditions)
    for (const line of lines) first.record(line)
    first.close()
    const plain = JSON.parse(JSON.stringify(lines)) as unknown
    expect(readMatches(file)).toEqual({ conditions, lines: plain })

    truncateSync(file, readFileSync(file).length - 5)
    expect(readMatches(file).lines).toHaveLength(2)
    const again = openMatchFile(file, conditions)
    for (const line of await ask(traces, always('good'))) again.record(line)
    again.close()
    const answers = answersOf(readMatches(file))
    expect(answers.map((line) => stepKey(line))).toHaveLength(3)
    expect(answers.every(({ agrees }) => agrees.action)).toBe(true)
  })

  test('takes no answers of somebody else', () => {
    const file = newFile()
    openMatchFile(file, conditions).close()
    const other = { ...conditions, model: { ...conditions.model, id: 'other' } }
    expect(() => openMatchFile(file, other)).toThrow(/other matched steps: their model.id is "always"/)
  })

  test.for([
    ['not JSON', /matches\.jsonl:1: the line is not JSON/],
    ['{"kind":"episode"}', /matches\.jsonl:1: .*not a file of matched steps/],
  ] as const)('is rejected if it begins with %s', ([text, message]) => {
    const file = newFile()
    writeFileSync(file, `${text}\n`)
    expect(() => readMatches(file)).toThrow(message)
  })

  test('is rejected if its states are not those of the run', async () => {
    const { traces } = await recordedRun([{}])
    const answers = answersOf({ conditions, lines: await ask(traces, always('good')) })
    expect(requireSameStates('matches.jsonl', answers, traces)).toBe(answers)
    const moved = answers.map((line) => ({ ...line, promptHash: 'other' }))
    expect(() => requireSameStates('matches.jsonl', moved, traces)).toThrow(/is about another run: step 0/)
    expect(() => requireSameStates('matches.jsonl', answers, [])).toThrow(/is about another run/)
  })
})
