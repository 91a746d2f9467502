import { type Environment, invalidOption, type JsonObject, type ModelRequest } from '@skill-state/protocol'
import type { CompiledSkill } from '../compile-skill.ts'
import { answerSchema } from '../encodings/answer-schema.ts'
import { type AskOptions, buildMessages, promptHead } from '../prompt.ts'
import { parseCall, parseReply } from './parse-reply.ts'

/**
 * How a skill's prompts ask for a reply, what is sent beside them, and how the reply is read.
 *
 * @example
 * ```ts
 * import { compileSkill, replyRequest } from '@skill-state/core'
 * import { z } from 'zod'
 *
 * const skill = { name: 'note', instructions: 'Keep a note.', schema: z.object({ note: z.string() }), initialState: { note: '' } }
 * const { request } = replyRequest(compileSkill(skill), {}, { answer: 'json' })
 * console.log(request.answerSchema !== undefined) // true
 * ```
 */
export function replyRequest(
  compiled: CompiledSkill,
  environment: Pick<Environment, 'actionSchema' | 'tools'>,
  { answer, prompt, observation }: Omit<AskOptions, 'action' | 'encoding'>,
): {
  readonly form: AskOptions
  readonly request: Omit<ModelRequest, 'prompt'>
  readonly parse: typeof parseReply
} {
  const { skill, options } = compiled
  const { actionSchema, tools = [] } = environment
  if (answer === 'call' && tools.length === 0) {
    throw invalidOption(
      "answer: 'call' needs an environment with tools: leave it out, or give the environment tools",
    )
  }
  const schemaFor = (action: JsonObject | undefined): JsonObject => answerSchema(compiled, action)
  const action = actionSchema ? 'json' : 'text'
  const form = { encoding: options.encoding, answer, action, prompt, observation } as const
  const head = prompt === 'messages' ? buildMessages(skill, {}, '', form)[0].text : promptHead(skill, form)
  return {
    form,
    request: {
      cacheBreakpoints: [head.length],
      answerSchema: answer === 'json' ? schemaFor(actionSchema) : undefined,
      tools:
        answer === 'call'
          ? tools.map((tool) => ({ ...tool, parameters: schemaFor(tool.parameters) }))
          : undefined,
    },
    parse: answer === 'call' ? parseCall : parseReply,
  }
}
