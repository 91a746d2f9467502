import {
  CancelledError,
  handlers,
  type ObjectContext,
  type ObjectSharedContext,
  object,
  RestateError,
  TerminalError,
  type VirtualObjectDefinition,
} from '@restatedev/restate-sdk'
import type { Agent } from '@skill-state/agent'
import {
  checkHost,
  type HostTurn,
  parseCommand,
  playHosted,
  readHosted,
  resumeAfter,
  type SessionCommand,
} from '@skill-state/agent/host'
import { type JsonValue, SkillStateError } from '@skill-state/protocol'

export interface RestateAgentOptions<State> {
  readonly agent: Agent<State>
  /** Name of the virtual object. Default `agent`. */
  readonly name?: string | undefined
  /**
   * Who gives a command, by the header `authorization`; undefined if that person may not give one to the session. Tools and approvals
   * get it as `context`. Restate's own door takes anybody.
   */
  readonly admit: (
    authorization: string | undefined,
    session: string,
  ) => JsonValue | undefined | Promise<JsonValue | undefined>
}

/** What a turn is played with, by the object itself. */
interface Playing {
  readonly command: SessionCommand
  readonly context?: JsonValue | undefined
  /** Times that it was resumed already. */
  readonly tries?: number | undefined
}

/** Restate's `message-size-limit` by default, which is that of a value too. */
const LIMITS = { host: 'Restate', maxValueBytes: 32 * 2 ** 20 }

/**
 * A virtual object for each session of an agent. Its handlers: `tell` plays a `SessionCommand` and returns the turn, `stop` stops the one
 * that is under way, `view` returns state, last messages and what waits, `kept` what is saved under a name, for `hostedRecords`. No error
 * blocks a session. Throws `invalid-option` if a session could outgrow what Restate takes.
 */
export function restateAgent<State>({
  agent,
  name = 'agent',
  admit,
}: RestateAgentOptions<State>): VirtualObjectDefinition<string, Handlers> {
  checkHost(agent, LIMITS)

  const admitted = async (ctx: ObjectSharedContext): Promise<JsonValue> => {
    const authorization = ctx.request().headers.get('authorization')
    const who = await ctx.run('admit', async () => (await admit(authorization, ctx.key)) ?? null)
    if (who === null) throw new TerminalError(`you may not use session "${ctx.key}"`, { errorCode: 403 })
    return who
  }

  const play = async (ctx: ObjectContext, { command, context, tries = 0 }: Playing): Promise<JsonValue> => {
    ctx.set('running', ctx.request().id)
    const turn = turnOf(ctx)
    try {
      const played = await playHosted({ agent, session: ctx.key, command, turn, limits: LIMITS, context })
      const delay = resumeAfter(played, tries)
      if (delay !== undefined) {
        const playing: Playing = { command: { resume: true }, tries: tries + 1 }
        const parameter = new TextEncoder().encode(JSON.stringify(playing))
        ctx.genericSend({ service: name, method: 'play', key: ctx.key, parameter, delay })
      }
      return played as unknown as JsonValue
    } finally {
      if (!turn.hasFailed()) ctx.clear('running')
    }
  }

  const options = { enableLazyState: true, asTerminalError, onJournalMismatchErrors: 'fail' } as const
  const { exclusive, shared } = handlers.object
  return object({
    name,
    handlers: {
      tell: exclusive(options, async (ctx: ObjectContext, command: JsonValue) => {
        const context = await admitted(ctx)
        return await play(ctx, { command: parseCommand(command), context })
      }),
      play: exclusive({ ...options, ingressPrivate: true }, play),
      stop: shared(options, async (ctx: ObjectSharedContext) => {
        await admitted(ctx)
        const running = await ctx.get<string>('running')
        if (running !== null) ctx.cancel(running as never)
      }),
      view: shared(options, async (ctx: ObjectSharedContext): Promise<JsonValue> => {
        await admitted(ctx)
        const session = await readHosted(agent, ctx.key, loadOf(ctx))
        const { state, approval, call, steps, spent } = session
        return JSON.parse(
          JSON.stringify({ state, approval, call, steps, spent, messages: session.messages(20) }),
        ) as JsonValue
      }),
      kept: shared(options, async (ctx: ObjectSharedContext, kept: string): Promise<JsonValue> => {
        await admitted(ctx)
        return (await loadOf(ctx)(String(kept))) ?? null
      }),
    },
  })
}

interface Handlers {
  readonly tell: (ctx: ObjectContext, command: JsonValue) => Promise<JsonValue>
  readonly play: (ctx: ObjectContext, playing: Playing) => Promise<JsonValue>
  readonly stop: (ctx: ObjectSharedContext) => Promise<void>
  readonly view: (ctx: ObjectSharedContext) => Promise<JsonValue>
  readonly kept: (ctx: ObjectSharedContext, name: string) => Promise<JsonValue>
}

function loadOf(ctx: ObjectSharedContext): HostTurn['load'] {
  return async (name) => (await ctx.get<JsonValue>(name)) ?? undefined
}

/** A turn by Restate's journal. A cancel is heard at one call, once; the turn then ends as stopped, and is saved. */
function turnOf(ctx: ObjectContext): HostTurn & { readonly hasFailed: () => boolean } {
  const cancelled = new AbortController()
  let failure: { readonly error: unknown } | undefined
  const heard = async <T>(call: () => Promise<T>): Promise<T> => {
    try {
      return await call()
    } catch (error) {
      if (error instanceof CancelledError) cancelled.abort(new Error('cancelled'))
      else failure = { error }
      throw error instanceof CancelledError ? cancelled.signal.reason : error
    }
  }
  const load = loadOf(ctx)
  return {
    signal: cancelled.signal,
    isFailure: (error) => failure !== undefined && failure.error === error,
    hasFailed: () => failure !== undefined,
    load: (name) =>
      heard(() => load(name)).catch((error: unknown) => {
        if (failure) throw error
        return load(name) // the cancel is heard, and the value is needed to stop
      }),
    async save(name, value) {
      if (value === undefined) ctx.clear(name)
      else ctx.set(name, value)
    },
    step: (key, f) => {
      const until = AbortSignal.any([cancelled.signal, ctx.request().attemptCompletedSignal])
      return heard(() => ctx.run(key, () => f(until)))
    },
  }
}

/** Ends what an error is about: Restate would try it again for an hour, and the session could not go on. */
function asTerminalError(error: unknown): TerminalError | undefined {
  if (error instanceof RestateError) return undefined
  if (!(error instanceof SkillStateError)) return new TerminalError(String(error))
  return new TerminalError(error.message, { errorCode: 400, metadata: { code: error.code } })
}
