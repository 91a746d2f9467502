import type { Environment, ModelRequest } from '@skill-state/protocol'
import type { CompiledSkill } from '../compile-skill.ts'
import { answerSchema } from '../encodings/answer-schema.ts'
import { type AnswerForm, type PromptOptions, promptHead } from '../prompt.ts'

/** How a skill's prompts ask for a reply, and what is sent beside them. */
export function replyRequest(
  compiled: CompiledSkill,
  { actionSchema }: Pick<Environment, 'actionSchema'>,
  answer: AnswerForm | undefined,
): { readonly form: PromptOptions; readonly request: Omit<ModelRequest, 'prompt'> } {
  const { skill, options } = compiled
  return {
    form: { encoding: options.encoding, answer, action: actionSchema ? 'json' : 'text' },
    request: {
      cacheBreakpoints: [promptHead(skill).length],
      ...(answer === 'json' && { answerSchema: answerSchema(compiled, actionSchema) }),
    },
  }
}
