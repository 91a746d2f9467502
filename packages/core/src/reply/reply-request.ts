import { type Environment, type ModelRequest, SkillStateError } from '@skill-state/protocol'
import type { CompiledSkill } from '../compile-skill.ts'
import { answerSchema } from '../encodings/answer-schema.ts'
import { type AskOptions, buildMessages, promptHead } from '../prompt.ts'
import { parseCall, parseReply } from './parse-reply.ts'

/** How a skill's prompts ask for a reply, what is sent beside them, and how the reply is read. */
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
  const { actionSchema } = environment
  const action = actionSchema ? 'json' : 'text'
  const form = { encoding: options.encoding, answer, action, prompt, observation } as const
  const head = prompt === 'messages' ? buildMessages(skill, {}, '', form)[0].text : promptHead(skill, form)
  return {
    form,
    request: {
      cacheBreakpoints: [head.length],
      answerSchema: answer === 'json' ? answerSchema(compiled, actionSchema) : undefined,
      tools: answer === 'call' ? toolsOf(compiled, environment) : undefined,
    },
    parse: answer === 'call' ? parseCall : parseReply,
  }
}

function toolsOf(compiled: CompiledSkill, { tools }: Pick<Environment, 'tools'>): ModelRequest['tools'] {
  if (tools !== undefined && tools.length > 0) {
    return tools.map((tool) => ({ ...tool, parameters: answerSchema(compiled, tool.parameters) }))
  }
  const message =
    "answer: 'call' needs an environment with tools: leave it out, or give the environment tools"
  throw new SkillStateError('invalid-option', message)
}
