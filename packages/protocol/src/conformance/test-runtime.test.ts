import { expect, test } from 'vitest'
import { complaint, mendable, type PlantedFault, unplanted } from '../../test/planted-faults.ts'
import type { Environment, Observation } from '../environment.ts'
import { SkillStateError } from '../errors.ts'
import type { RunInput, Runtime, Step } from '../runtime.ts'
import type { Check } from './rules/rule.ts'
import { testRuntime } from './test-runtime.ts'

type Steps = AsyncGenerator<Step, void, undefined>

/** The parts of a minimal runtime, each of which a fault can replace. */
interface Parts {
  reset(input: RunInput): Promise<Observation>
  prompt(input: RunInput, observation: string, index: number): string
  ask(input: RunInput, prompt: string): Promise<string>
  act(input: RunInput, action: string): Promise<Observation>
  report(step: Step): Step
  goesOn(observation: Observation, index: number): boolean
  /** Runs before the step is yielded, with the step's result. */
  before(input: RunInput, result: Observation): Promise<void>
  /** Runs when the consumer stops or the episode is over. */
  after(input: RunInput): Promise<void>
}

const signalOf = ({ signal }: RunInput): { signal?: AbortSignal } => (signal ? { signal } : {})

const correct: Parts = {
  reset: (input) => input.environment.reset({ seed: input.seed, ...signalOf(input) }),
  prompt: ({ skill }, observation) => `${skill.instructions}\n${observation}`,
  async ask(input, prompt) {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const { text } = await input.model.generate({ prompt, ...signalOf(input) })
      if (text !== '') return text
    }
    throw new SkillStateError('invalid-reply', 'three replies were empty')
  },
  act: (input, action) => input.environment.step(action, signalOf(input)),
  report: (step) => step,
  goesOn: (observation) => !observation.done,
  before: async () => {},
  after: async () => {},
}

function assemble(change: Partial<Parts>): Runtime {
  const parts = { ...correct, ...change }
  return async function* run(input): Steps {
    try {
      let observation = await parts.reset(input)
      for (let index = 0; parts.goesOn(observation, index); index += 1) {
        const action = await parts.ask(input, parts.prompt(input, observation.text, index))
        const result = await parts.act(input, action)
        await parts.before(input, result)
        const base = { reasoning: '', rejections: [], fallback: false }
        yield parts.report({ ...base, index, action, observation: observation.text, result })
        observation = result
      }
    } finally {
      await parts.after(input)
    }
  }
}

function suite(runtime: Runtime): readonly Check[] {
  return testRuntime({ runtime, reply: (action) => action })
}

let runs = 0

const faults: readonly PlantedFault<Runtime>[] = [
  {
    fault: 'counts steps from 1',
    caughtBy: 'yields one step per environment step, numbered from 0',
    implementation: assemble({ report: (step) => ({ ...step, index: step.index + 1 }) }),
  },
  {
    fault: 'stops before the end',
    caughtBy: 'returns when the environment is done, and not before',
    implementation: assemble({ goesOn: ({ done }, index) => !done && index < 4 }),
  },
  {
    fault: 'continues after the end',
    caughtBy: 'returns when the environment is done, and not before',
    implementation: assemble({ goesOn: () => true }),
  },
  {
    fault: 'executes another action than it yields',
    caughtBy: 'yields the action that it executed',
    implementation: assemble({ act: ({ environment }, action) => environment.step(action.toUpperCase()) }),
  },
  {
    fault: 'yields the new observation as the old one',
    caughtBy: 'yields what the environment said',
    implementation: assemble({ report: (step) => ({ ...step, observation: step.result.text }) }),
  },
  {
    fault: 'shortens what the environment said',
    caughtBy: 'yields what the environment said',
    implementation: assemble({
      report: (step) => ({ ...step, result: { text: '…', done: step.result.done } }),
    }),
  },
  {
    fault: 'yields one object that it keeps changing',
    caughtBy: 'leaves earlier steps unchanged',
    implementation: async function* run(input): Steps {
      const kept = {}
      yield* assemble({ report: (step) => Object.assign(kept, step) })(input)
    },
  },
  {
    fault: 'shows the instructions only once',
    caughtBy: 'shows the instructions in every prompt',
    implementation: assemble({
      prompt: ({ skill }, text, index) => (index === 0 ? `${skill.instructions}\n${text}` : text),
    }),
  },
  {
    fault: 'shows the observation cut',
    caughtBy: 'shows the newest observation in every prompt that asks for an action',
    implementation: assemble({ prompt: ({ skill }, text) => `${skill.instructions}\n${text.slice(0, 9)}` }),
  },
  {
    fault: 'numbers its runs in the prompt',
    caughtBy: 'asks the same prompts for the same input',
    implementation: assemble({
      reset: (input) => {
        runs += 1
        return correct.reset(input)
      },
      prompt: ({ skill }, text) => `${skill.instructions}\nRun ${runs}\n${text}`,
    }),
  },
  {
    fault: 'keeps the signal from the model',
    caughtBy: 'passes the signal to the model',
    implementation: assemble({ ask: async ({ model }, prompt) => (await model.generate({ prompt })).text }),
  },
  {
    fault: 'resets twice',
    caughtBy: 'resets once, first, with the seed',
    implementation: assemble({
      reset: async (input) => {
        await correct.reset(input)
        return correct.reset(input)
      },
    }),
  },
  {
    fault: 'resets with a seed of its own',
    caughtBy: 'resets once, first, with the seed',
    implementation: assemble({ reset: ({ environment }) => environment.reset({ seed: 0 }) }),
  },
  {
    fault: 'keeps the signal from reset',
    caughtBy: 'passes the signal to the environment',
    implementation: assemble({ reset: ({ environment, seed }) => environment.reset({ seed }) }),
  },
  {
    fault: 'keeps the signal from the steps',
    caughtBy: 'passes the signal to the environment',
    implementation: assemble({ act: ({ environment }, action) => environment.step(action) }),
  },
  {
    fault: 'asks ahead',
    caughtBy: 'yields before it asks for the next decision',
    implementation: assemble({
      before: async (input, { text }) => {
        void correct.ask(input, correct.prompt(input, text, 0))
      },
    }),
  },
  {
    fault: 'asks for a summary when it is stopped',
    caughtBy: 'calls nothing after an early stop',
    implementation: assemble({
      after: async (input) => {
        await correct.ask(input, 'Sum up.')
      },
    }),
  },
  {
    fault: 'closes what it did not open',
    caughtBy: 'leaves the environment open',
    implementation: assemble({ after: ({ environment }) => (environment as Environment).close() }),
  },
  {
    fault: 'takes an error of the model for a reply',
    caughtBy: 'passes on an error of the model',
    implementation: assemble({ ask: (input, prompt) => correct.ask(input, prompt).catch(() => 'wait') }),
  },
  {
    fault: 'replaces an error of the environment',
    caughtBy: 'passes on an error of the environment',
    implementation: assemble({
      act: (input, action) =>
        correct.act(input, action).catch(() => {
          throw new SkillStateError('environment-failed', 'no step')
        }),
    }),
  },
  {
    fault: 'asks until a reply is readable',
    caughtBy: 'gives up on unreadable replies',
    implementation: assemble({
      async ask(input, prompt) {
        let text = ''
        while (text === '') text = (await input.model.generate({ prompt, ...signalOf(input) })).text
        return text
      },
    }),
  },
  {
    fault: 'executes an empty action and complains later',
    caughtBy: 'executes nothing on unreadable replies',
    implementation: assemble({
      ask: async ({ model }, prompt) => (await model.generate({ prompt })).text,
      async act(input, action) {
        const result = await correct.act(input, action)
        if (action === '') throw new SkillStateError('invalid-reply', 'the reply was empty')
        return result
      },
    }),
  },
]

for (const check of suite(assemble({}))) test(`a correct runtime ${check.name}`, check.run)

test.for(faults)('$caughtBy: notices a runtime that $fault', async ({ implementation, caughtBy }) => {
  expect(await complaint(suite(implementation), caughtBy)).toMatch(mendable)
})

test('every check of a runtime can fail', () => {
  expect(unplanted(suite(assemble({})), faults)).toEqual([])
})
