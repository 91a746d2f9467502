import { history } from '@skill-state/core/journal'
import { type Model, SkillStateError } from '@skill-state/protocol'
import { withJournal } from '../recordings/journal-file.ts'

/** A model that decides what a recorded run decided. `taken` tells how many steps the present run has taken. */
export async function recordedSteps(file: string, taken: () => number): Promise<Model> {
  const steps = await withJournal(file, (store) => [...history(store)].filter(({ undone }) => !undone))
  return {
    id: 'recorded',
    generate: async () => {
      const step = steps[taken()]
      if (step === undefined)
        throw new SkillStateError(
          'script-exhausted',
          `the ${steps.length} steps of ${file} did not end the run`,
        )
      const decision = { state_patch: step.patch ?? {}, action: step.action }
      return {
        text: `\`\`\`json\n${JSON.stringify(decision)}\n\`\`\``,
        finishReason: 'stop',
        usage: { inputTokens: 0, outputTokens: 0 },
        model: 'recorded',
      }
    },
  }
}
