import { ensure, ensureCode, ensureSame, ensureSameList, rejection } from '../rules/ensure.ts'
import { corridorLength } from './corridor.ts'
import { entries, type RuntimeRule, takeSteps } from './recorded-run.ts'

/** What the yielded steps say about the episode. */
export const stepRules: readonly RuntimeRule[] = [
  {
    name: 'yields one step per environment step, numbered from 0',
    mend: 'yield once after each environment.step, with an index that starts at 0 and grows by 1',
    run: async (run) => {
      const indices = (await takeSteps(run)).map((step) => step.index)
      ensureSameList(indices, [...entries(run, 'step').keys()], 'step indices')
    },
  },
  {
    name: 'returns when the environment is done, and not before',
    mend: `loop until an observation is done, then return; the harness limits the steps`,
    run: async (run) => ensureSame((await takeSteps(run)).length, corridorLength, 'the number of steps'),
  },
  {
    name: 'yields the action that it executed',
    mend: 'yield the same value that was passed to environment.step',
    run: async (run) => {
      const actions = (await takeSteps(run)).map((step) => step.action)
      const executed = entries(run, 'step').map((entry) => entry.action)
      ensureSameList(actions, executed, 'yielded actions')
    },
  },
  {
    name: 'yields what the environment said',
    mend: 'yield the observation that was shown for the decision, and as result the answer of environment.step, both unchanged',
    run: async (run) => {
      const steps = await takeSteps(run)
      const said = run.log.filter(({ call }) => call === 'reset' || call === 'step')
      const texts = said.map((entry) => entry.observation)
      const results = texts.slice(1).map((text, index) => ({ text, done: index === corridorLength - 1 }))
      const shown = steps.map((step) => step.observation)
      ensureSameList(shown, texts.slice(0, -1), 'observations of the steps')
      const yielded = steps.map((step) => step.result)
      ensureSameList(yielded, results, 'results of the steps')
    },
  },
  {
    name: 'leaves earlier steps unchanged',
    mend: 'yield a new object for each step',
    run: async (run) => {
      const texts: string[] = []
      const steps = await takeSteps(run, (step) => texts.push(JSON.stringify(step)))
      const after = steps.map((step) => JSON.stringify(step))
      ensureSameList(after, texts, 'steps after the episode')
    },
  },
]

const maxAttempts = 10

/** How a runtime ends when the model or the environment does not play along. */
export const failureRules: readonly RuntimeRule[] = [
  {
    name: 'passes on an error of the model',
    mend: 'let an error of model.generate through, or throw another with it as the cause',
    run: async (_, { start, reply }) => {
      const failure = new Error('the model of the suite failed')
      const failing = (index: number): string => {
        if (index === 2) throw failure
        return reply(index)
      }
      const run = start({ reply: failing })
      ensureFrom(await rejection(() => takeSteps(run), 'the run with a failing model'), failure)
    },
  },
  {
    name: 'passes on an error of the environment',
    mend: 'let an error of environment.step through, or throw another with it as the cause',
    run: async (_, { start }) => {
      const failure = new Error('the environment of the suite failed')
      const run = start({ environmentFailure: failure })
      ensureFrom(await rejection(() => takeSteps(run), 'the run with a failing environment'), failure)
    },
  },
  {
    name: 'gives up on unreadable replies',
    mend: `count the attempts of a step, and throw SkillStateError 'invalid-reply' after the last`,
    run: async (_, { start, unreadable }) => {
      const run = start({ reply: () => unreadable })
      const error = await rejection(() => takeSteps(run), 'the run with unreadable replies')
      ensureCode(error, 'invalid-reply', 'the run with unreadable replies')
      const calls = entries(run, 'generate').length
      ensure(calls <= maxAttempts, `at most ${maxAttempts} calls with unreadable replies`, calls)
    },
  },
  {
    name: 'executes nothing on unreadable replies',
    mend: 'read the decision first, and call environment.step only with an action that could be read',
    run: async (_, { start, unreadable }) => {
      const run = start({ reply: () => unreadable })
      await rejection(() => takeSteps(run), 'the run with unreadable replies')
      ensureSame(entries(run, 'step').length, 0, 'the number of environment steps')
    },
  },
]

/** Throws unless the error is the wanted one, or has it as a cause at some depth. */
function ensureFrom(error: unknown, wanted: Error): void {
  let current = error
  while (current instanceof Error && current !== wanted) current = current.cause
  ensure(current === wanted, `the error '${wanted.message}', itself or as a cause`, error)
}
