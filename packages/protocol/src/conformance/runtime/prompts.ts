import { ensure, ensureSameList } from '../rules/ensure.ts'
import type { Rule } from '../rules/rule.ts'
import { corridorLength } from './corridor.ts'
import { corridorSkill, entries, type RecordedRun, takeSteps } from './recorded-run.ts'

/** What the model is shown. */
export function promptRules(
  start: () => RecordedRun,
  asksForAction: (prompt: string) => boolean,
): readonly Rule[] {
  const prompts = async (): Promise<readonly string[]> => {
    const run = start()
    await takeSteps(run)
    return entries(run, 'generate').map((entry) => entry.prompt ?? '')
  }
  return [
    {
      name: 'shows the instructions in every prompt',
      mend: 'begin every prompt with skill.instructions, unchanged',
      run: async () => {
        for (const prompt of await prompts()) {
          ensure(prompt.includes(corridorSkill.instructions), 'the instructions in every prompt', prompt)
        }
      },
    },
    {
      name: 'shows the newest observation in every prompt that asks for an action',
      mend: 'put the whole text of the newest observation into the prompt; if a prompt asks for something else, set asksForAction',
      run: async () => {
        const run = start()
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
      run: async () => {
        const wanted = await prompts()
        ensureSameList(await prompts(), wanted, 'prompts of a second run')
      },
    },
    {
      name: 'passes the signal to the model',
      mend: 'hand input.signal to each model.generate',
      run: async () => {
        const run = start()
        await takeSteps(run)
        run.controller.abort()
        for (const { signal } of entries(run, 'generate')) {
          ensure(signal?.aborted === true, "a model call's signal to follow the signal of the run", signal)
        }
      },
    },
  ]
}
