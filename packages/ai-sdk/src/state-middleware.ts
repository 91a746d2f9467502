import type { AgentEvent, AnySchema } from '@skill-state/agent'
import {
  type EmbeddedAgent,
  type EmbeddedOptions,
  type Entry,
  embeddedAgent,
  type StepAnswer,
  type StepRequest,
} from '@skill-state/agent/embedded'
import { invalidOption, type JsonObject } from '@skill-state/protocol'
import type { LanguageModelMiddleware } from 'ai'
import { callsOf, endOf } from './answer.ts'
import { type Beside, type Heard, innerModel } from './inner-model.ts'
import { readPrompt } from './transcript.ts'
import type { CallOptions, InnerModel, StreamPart } from './types.ts'
import { checkVersion } from './version.ts'

/** The state and what belongs to it, or an agent that is made of them already. */
export type Skill<Schema extends AnySchema = AnySchema> =
  | EmbeddedOptions<Schema>
  | Pick<EmbeddedAgent, 'step'>

export interface StateOptions<Schema extends AnySchema = AnySchema> {
  readonly skill: Skill<Schema>
  /** Names the session. A call names another one by `providerOptions: { skillState: { session } }`. */
  readonly session?: string | undefined
}

/**
 * Middleware for `wrapLanguageModel`: the model is asked with (P, Σ_t, O_t) in place of the messages, and its answer becomes
 * calls of tools or the reply. Instructions and tools are those of each call. Everything around the model stays the AI SDK's.
 */
export function stateMiddleware<const Schema extends AnySchema>(
  options: StateOptions<Schema>,
): LanguageModelMiddleware {
  return middlewareOf(agentOf(options.skill), options.session)
}

export function agentOf<const Schema extends AnySchema>(skill: Skill<Schema>): Pick<EmbeddedAgent, 'step'> {
  checkVersion()
  return 'step' in skill ? skill : embeddedAgent(skill)
}

/** `before` is what came before the prompts of the calls. */
export function middlewareOf(
  agent: Pick<EmbeddedAgent, 'step'>,
  session: string | undefined,
  before: readonly Entry[] = [],
): LanguageModelMiddleware {
  const step = (
    params: CallOptions,
    model: InnerModel,
    heard: Heard,
    more: Pick<StepRequest, 'signal' | 'onEvent'>,
  ): Promise<StepAnswer> => {
    const { system, transcript } = readPrompt(params.prompt)
    return agent.step({
      session: sessionOf(params, session),
      model: innerModel(model, { ...params, prompt: [...system] }, heard),
      instructions: system.map(({ content }) => content).join('\n\n'),
      tools: toolsOf(params),
      transcript: before.length === 0 ? transcript : [...before, ...transcript],
      isData: params.responseFormat?.type === 'json',
      signal: params.abortSignal,
      ...more,
    })
  }
  return {
    specificationVersion: 'v4',
    async wrapGenerate({ params, model }) {
      const beside: Beside[] = []
      const answer = await step(params, model, { whole: (part) => beside.push(part) }, {})
      const text = answer.text === '' ? [] : [{ type: 'text' as const, text: answer.text }]
      return { content: [...beside, ...text, ...callsOf(answer)], ...endOf(answer), warnings: [] }
    },
    async wrapStream({ params, model }) {
      const stop = new AbortController()
      const { abortSignal } = params
      const signal = abortSignal ? AbortSignal.any([abortSignal, stop.signal]) : stop.signal
      const parts = new TransformStream<StreamPart, StreamPart>(undefined, undefined, {
        highWaterMark: Infinity,
      })
      const writer = parts.writable.getWriter()
      const text = new TextParts((part) => void writer.write(part).catch(() => stop.abort()))
      // An error before the first part rejects, so that the AI SDK retries it as that of any model.
      await new Promise<void>((resolve, reject) => {
        const begin = (): void => {
          text.begin()
          resolve()
        }
        const hear = (event: AgentEvent): void => {
          if (event.type === 'reply' || event.type === 'patch-rejected') text.close()
          if (event.type !== 'reply-text') return
          begin()
          text.add(event.text)
        }
        const streamed = (part: StreamPart): void => {
          begin()
          text.write(part)
        }
        step(params, model, { streamed }, { signal, onEvent: hear })
          .then(
            async (answer) => {
              begin()
              text.end(answer.text)
              for (const call of callsOf(answer)) text.write(call)
              text.write({ type: 'finish', ...endOf(answer) })
              await writer.close()
            },
            async (error: unknown) => {
              if (!text.begun) return reject(error)
              text.write({ type: 'error', error })
              await writer.close()
            },
          )
          .catch(() => {})
      })
      return { stream: parts.readable }
    },
  }
}

/** The text of a streamed answer: a part for each reply. One that was rejected after it was streamed stays, in a part of its own. */
class TextParts {
  readonly write: (part: StreamPart) => void
  begun = false
  #text = ''
  #parts = 0

  constructor(write: (part: StreamPart) => void) {
    this.write = write
  }

  begin(): void {
    if (!this.begun) this.write({ type: 'stream-start', warnings: [] })
    this.begun = true
  }

  add(delta: string): void {
    if (this.#text === '') this.write({ type: 'text-start', id: this.#id })
    this.#text += delta
    this.write({ type: 'text-delta', id: this.#id, delta })
  }

  /** Writes the text if nothing was streamed, because it is on record. */
  end(text: string): void {
    if (this.#parts === 0 && this.#text === '' && text !== '') this.add(text)
    this.close()
  }

  close(): void {
    if (this.#text === '') return
    this.write({ type: 'text-end', id: this.#id })
    this.#parts += 1
    this.#text = ''
  }

  get #id(): string {
    return `text-${this.#parts}`
  }
}

function sessionOf({ providerOptions }: CallOptions, session: string | undefined): string {
  const named = providerOptions?.skillState?.session ?? session
  if (typeof named === 'string' && named !== '') return named
  const message =
    'no session is named: give the option session, or providerOptions: { skillState: { session } }'
  throw invalidOption(message)
}

function toolsOf({ tools = [] }: CallOptions): StepRequest['tools'] {
  return tools.map((tool) => {
    if (tool.type !== 'function') return { name: tool.name, input: ANY_INPUT }
    const { name, description, inputSchema } = tool
    return { name, description, input: inputSchema as JsonObject }
  })
}

/** What a provider's own tool takes is known to the provider. */
const ANY_INPUT: JsonObject = { type: 'object' }
