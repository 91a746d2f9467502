import { ensure, ensureSame, ensureSameList } from '../rules/ensure.ts'
import { corridorLength } from './corridor.ts'
import {
  corridorSeed,
  corridorSkill,
  entries,
  type RecordedRun,
  type RuntimeRule,
  settle,
  takeSteps,
} from './recorded-run.ts'

/** When the runtime calls the environment and the model, and when it leaves them alone. */
export const orderRules: readonly RuntimeRule[] = [
  {
    name: 'resets once, first, with the seed',
    mend: 'call environment.reset({ seed: input.seed, signal: input.signal }) once, before everything else',
    run: async (run) => {
      await takeSteps(run)
      const seeds = entries(run, 'reset').map((entry) => entry.seed)
      ensureSame(seeds, [corridorSeed], 'the seeds of all resets')
      ensureSame(run.log[0]?.call, 'reset', 'the first call')
    },
  },
  {
    name: 'passes the signal to the environment',
    mend: 'hand input.signal to environment.reset and to each environment.step',
    run: async (run) => {
      await takeSteps(run)
      run.controller.abort()
      for (const { call, signal } of [...entries(run, 'reset'), ...entries(run, 'step')])
        ensure(signal?.aborted === true, `the signal of ${call} to follow the signal of the run`, signal)
    },
  },
  {
    name: 'yields before it asks for the next decision',
    mend: 'yield the step before the next call of the model, so that the consumer can stop in between',
    run: async (run) => {
      await run.steps.next()
      await settle()
      const [last, made] = [run.log.at(-1)?.call, entries(run, 'step').length]
      await run.steps.return()
      ensureSame(last, 'step', 'the last call before the first step is yielded')
      ensureSame(made, 1, 'the number of environment steps before the first step is yielded')
    },
  },
  {
    name: 'calls nothing after an early stop',
    mend: 'start nothing that is not awaited, and call neither model nor environment in finally',
    run: async (run) => {
      await run.steps.next()
      await settle()
      const before = run.log.length
      await run.steps.return()
      await settle()
      const after = run.log.slice(before).map((entry) => entry.call)
      ensureSame(after, [], 'the calls after an early stop')
    },
  },
  {
    name: 'leaves the environment open',
    mend: 'do not call close: the caller that opened the environment closes it',
    run: async (run) => {
      await takeSteps(run)
      await settle()
      ensureSame(entries(run, 'close').length, 0, 'the number of calls of close')
    },
  },
]

/** What the model is shown. */
export const promptRules: readonly RuntimeRule[] = [
  {
    name: 'shows the instructions in every prompt',
    mend: 'begin every prompt with skill.instructions, unchanged',
    run: async (run) => {
      for (const prompt of await promptsOf(run))
        ensure(prompt.includes(corridorSkill.instructions), 'the instructions in every prompt', prompt)
    },
  },
  {
    name: 'shows the newest observation in every prompt that asks for an action',
    mend: 'put the whole text of the newest observation into the prompt; if a prompt asks for something else, set asksForAction',
    run: async (run, { asksForAction }) => {
      await takeSteps(run)
      const asked = entries(run, 'generate').filter(({ prompt = '' }) => asksForAction(prompt))
      ensure(asked.length >= corridorLength, 'a prompt that asks for an action in each step', asked.length)
      for (const { prompt = '', observation } of asked) {
        const shown = observation !== '' && prompt.includes(observation)
        ensure(shown, `the newest observation '${observation}' in the prompt`, prompt)
      }
    },
  },
  {
    name: 'asks the same prompts for the same input',
    mend: 'keep what a run remembers in the run: no variable of the module, no clock, no randomness',
    run: async (run, { start }) => {
      const wanted = await promptsOf(run)
      ensureSameList(await promptsOf(start()), wanted, 'prompts of a second run')
    },
  },
  {
    name: 'passes the signal to the model',
    mend: 'hand input.signal to each model.generate',
    run: async (run) => {
      await takeSteps(run)
      run.controller.abort()
      for (const { signal } of entries(run, 'generate'))
        ensure(signal?.aborted === true, "a model call's signal to follow the signal of the run", signal)
    },
  },
]

async function promptsOf(run: RecordedRun): Promise<readonly string[]> {
  await takeSteps(run)
  return entries(run, 'generate').map((entry) => entry.prompt ?? '')
}
