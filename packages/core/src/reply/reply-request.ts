import { type Environment, invalidOption, type ModelRequest, type Skill } from '@skill-state/protocol'
import type { CompiledSkill } from '../compile-skill.ts'
import { answerSchema } from '../encodings/answer-schema.ts'
import { type AskOptions, buildMessages, promptHead } from '../prompt.ts'
import { mayTalk, nativeTools, parseNative } from './native.ts'
import { parseReply } from './parse-reply.ts'

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
  options: Omit<AskOptions, 'action' | 'encoding'>,
): ReplyRequest {
  const { answer, prompt, observation } = options
  const { actionSchema, tools } = environment
  const of = [compiled.options.encoding, actionSchema, tools, answer, prompt, observation]
  const known = last.get(compiled.skill)
  if (known?.of.every((part, index) => part === of[index])) return known.made
  const made = makeRequest(compiled, environment, options)
  last.set(compiled.skill, { of, made })
  return made
}

interface ReplyRequest {
  readonly form: AskOptions
  readonly request: Omit<ModelRequest, 'prompt'>
  readonly parse: typeof parseReply
}

/** What was made last of a skill: each turn of a session asks for the same. */
const last = new WeakMap<Skill, { readonly of: readonly unknown[]; readonly made: ReplyRequest }>()

function makeRequest(
  compiled: CompiledSkill,
  environment: Pick<Environment, 'actionSchema' | 'tools'>,
  { answer, prompt, observation }: Omit<AskOptions, 'action' | 'encoding'>,
): ReplyRequest {
  const { skill, options } = compiled
  const { actionSchema, tools = [] } = environment
  if (answer === 'native' && tools.length === 0) {
    throw invalidOption(
      "answer: 'native' needs an environment with tools: leave it out, or give the environment tools",
    )
  }
  const isNative = answer === 'native'
  const action = actionSchema ? 'json' : 'text'
  const form = { encoding: options.encoding, answer, action, prompt, observation } as const
  const head = prompt === 'messages' ? buildMessages(skill, {}, '', form)[0].text : promptHead(skill, form)
  return {
    form,
    request: {
      cacheBreakpoints: [head.length],
      answerSchema: answer === 'json' ? answerSchema(compiled, actionSchema) : undefined,
      tools: isNative ? nativeTools(compiled, tools) : undefined,
      toolChoice: isNative && mayTalk(tools) ? 'auto' : undefined,
    },
    parse: isNative ? (text) => parseNative(text, tools) : parseReply,
  }
}
