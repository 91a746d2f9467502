import { join } from 'node:path'
import { readText } from './read-json.ts'
import type { Tau3Task } from './tasks.ts'

/** Gives what a model that plays a task's user is told: the official guidelines, then the task's scenario. */
export function readUserPrompt(folder: string): (task: Tau3Task) => string {
  const guidelines = (file: string): string =>
    readText(join(folder, file), (text) => text.replaceAll('<PERSONA_GUIDELINES>', ''))
  const plain = guidelines('user_simulation_guidelines.md')
  const withTools = guidelines('user_simulation_guidelines_tools.md')
  return ({ scenario, userTools }) =>
    `${userTools.length > 0 ? withTools : plain}\n\n<scenario>\n${scenario}\n</scenario>`
}
