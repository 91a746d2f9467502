import type { Step } from '../../runtime.ts'
import { ensureSame, ensureSameList } from '../rules/ensure.ts'
import type { Rule } from '../rules/rule.ts'
import { corridorLength } from './corridor.ts'
import { entries, type RecordedRun, takeSteps } from './recorded-run.ts'

/** What the yielded steps say about the episode. */
export function stepRules(start: () => RecordedRun): readonly Rule[] {
  return [
    {
      name: 'yields one step per environment step, numbered from 0',
      mend: 'yield once after each environment.step, with an index that starts at 0 and grows by 1',
      run: async () => {
        const run = start()
        const indices = (await takeSteps(run)).map((step) => step.index)
        ensureSameList(indices, [...entries(run, 'step').keys()], 'step indices')
      },
    },
    {
      name: 'returns when the environment is done, and not before',
      mend: `loop until an observation is done, then return; the harness limits the steps`,
      run: async () => {
        const steps = await takeSteps(start())
        ensureSame(steps.length, corridorLength, 'the number of steps')
      },
    },
    {
      name: 'yields the action that it executed',
      mend: 'yield the same value that was passed to environment.step',
      run: async () => {
        const run = start()
        const actions = (await takeSteps(run)).map((step) => step.action)
        const executed = entries(run, 'step').map((entry) => entry.action)
        ensureSameList(actions, executed, 'yielded actions')
      },
    },
    {
      name: 'yields what the environment said',
      mend: 'yield the observation that was shown for the decision, and as result the answer of environment.step, both unchanged',
      run: async () => {
        const run = start()
        const steps = await takeSteps(run)
        const said = run.log.filter(({ call }) => call === 'reset' || call === 'step')
        const texts = said.map((entry) => entry.observation)
        ensureSameList(
          steps.map((step) => step.observation),
          texts.slice(0, -1),
          'observations of the steps',
        )
        ensureSameList(
          steps.map((step) => step.result),
          texts.slice(1).map((text, index) => ({ text, done: index === corridorLength - 1 })),
          'results of the steps',
        )
      },
    },
    {
      name: 'leaves earlier steps unchanged',
      mend: 'yield a new object for each step',
      run: async () => {
        const texts: string[] = []
        const remember = (step: Step): void => {
          texts.push(JSON.stringify(step))
        }
        const steps = await takeSteps(start(), remember)
        ensureSameList(
          steps.map((step) => JSON.stringify(step)),
          texts,
          'steps after the episode',
        )
      },
    },
  ]
}
