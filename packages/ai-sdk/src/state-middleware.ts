import type { AgentEvent, AnySchema } from '@skill-state/agent'
import {
  type Earlier,
  type EmbeddedAgent,
  type EmbeddedOptions,
  embeddedAgent,
  type StepAnswer,
} from '@skill-state/agent/embedded'
import { type JsonObject, SkillStateError } from '@skill-state/protocol'
import type { LanguageModelMiddleware } from 'ai'
import { callOf, endOf } from './answer.ts'
import { innerModel } from './inner-model.ts'
import { instructionsOf, transcriptOf } from './transcript.ts'
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
 * one tool call or the reply. Instructions and tools are those of each call. Everything around the model stays the AI SDK's.
 */
export function stateMiddleware<const Schema extends AnySchema>({
  skill,
  session,
}: StateOptions<Schema>): LanguageModelMiddleware {
  return middlewareOf(agentOf(skill), session)
}

export function agentOf<const Schema extends AnySchema>(skill: Skill<Schema>): Pick<EmbeddedAgent, 'step'> {
  checkVersion()
  return 'step' in skill ? skill : embeddedAgent(skill)
}

/** `earlier` is what the calls do not hand over. */
export function middlewareOf(
  agent: Pick<EmbeddedAgent, 'step'>,
  session: string | undefined,
  earlier?: Earlier,
): LanguageModelMiddleware {
  const step = (
    params: CallOptions,
    model: InnerModel,
    more: { readonly signal?: AbortSignal | undefined; readonly onEvent?: (event: AgentEvent) => void },
  ): Promise<StepAnswer> =>
    agent.step({
      session: sessionOf(params, session),
      model: innerModel(model, params, more.onEvent !== undefined),
      instructions: instructionsOf(params.prompt),
      tools: toolsOf(params),
      transcript: transcriptOf(params.prompt),
      earlier,
      signal: params.abortSignal,
      ...more,
    })
  return {
    specificationVersion: 'v4',
    async wrapGenerate({ params, model }) {
      const answer = await step(params, model, {})
      const text = answer.text === '' ? [] : [{ type: 'text' as const, text: answer.text }]
      return { content: [...text, ...callOf(answer)], ...endOf(answer), warnings: [] }
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
          if (event.type !== 'reply-text') return
          begin()
          text.add(event.text)
        }
        step(params, model, { signal, onEvent: hear })
          .then(
            async (answer) => {
              begin()
              text.end(answer.text)
              for (const call of callOf(answer)) text.write(call)
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

/** The text of a streamed answer: one part, or another one if a retry says something else. */
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

  /** Writes what is missing of the text. */
  end(text: string): void {
    if (!text.startsWith(this.#text)) this.#close()
    const missing = text.slice(this.#text.length)
    if (missing !== '') this.add(missing)
    if (this.#text !== '') this.#close()
  }

  #close(): void {
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
  throw new SkillStateError('invalid-option', message)
}

function toolsOf({
  tools = [],
}: CallOptions): { name: string; description?: string | undefined; input: JsonObject }[] {
  return tools.map((tool) => {
    if (tool.type === 'function') {
      const { name, description, inputSchema } = tool
      return { name, description, input: inputSchema as JsonObject }
    }
    const message = `the tool "${tool.name}" runs at the provider, which a state cannot record: give a tool with execute`
    throw new SkillStateError('invalid-option', message)
  })
}
