import { actionReader, decide } from '@skill-state/core'
import {
  type Decision,
  defineRuntime,
  type JsonObject,
  known,
  type RunInput,
  type RuntimeRecord,
  type Step,
} from '@skill-state/protocol'
import { z } from 'zod'
import { CommandProcess } from './command-process.ts'
import { common, DESCRIBE, decision, object } from './messages.ts'

interface RuntimeDescription {
  /** Milliseconds for an answer, at most. */
  readonly timeoutMs?: number
  /** A reply as the program reads it, with `{action}` in the place of the action. */
  readonly reply?: string
}

const description: z.ZodType<RuntimeDescription> = z.strictObject({
  ...common,
  reply: z.string().includes('{action}').exactOptional(),
})

/** What a runtime answers to the beginning of an episode, to an observation and to what it asked. */
const asking = z.union([z.strictObject({ prompt: z.string() }), z.strictObject({ ask: z.string() })])
const ready = z.strictObject({ ready: z.literal(true) })

const read = z.union([
  z.strictObject({ ...decision, state: object.exactOptional() }),
  z.strictObject({ reject: z.string().max(1_000) }),
])

/** A runtime that is a program, as docs/wire.md has it: it writes the prompts and reads the replies. */
export function commandRuntime(line: string): RuntimeRecord {
  return defineRuntime({
    id: line,
    description: 'a program of another language',
    options: z.strictObject({}) as unknown as RuntimeRecord['options'],
    run: (input) => play(line, input),
    prepare: async () => void (await describeRuntime(line)),
  })
}

/** What the program says of itself. Throws `environment-failed`. */
export async function describeRuntime(line: string): Promise<RuntimeDescription> {
  await using program = new CommandProcess({ line })
  return await program.ask(DESCRIBE, description)
}

async function* play(line: string, input: RunInput): AsyncGenerator<Step, void, undefined> {
  const { skill, environment, model, seed, signal } = input
  await using program = new CommandProcess({ line })
  const { timeoutMs } = await program.ask(DESCRIBE, description, signal)
  program.maxAnswerMs = timeoutMs ?? program.maxAnswerMs
  let observation = await environment.reset({ seed, signal })
  const { instructions, initialState } = skill
  const start = known({ instructions, initialState, actionSchema: environment.actionSchema })
  await program.ask({ start }, ready, signal)
  let fallback: boolean | undefined
  for (let index = 0; !observation.done && !observation.waiting; index += 1) {
    const { text } = observation
    let asked = await program.ask({ observation: known({ text, fallback }) }, asking, signal)
    while ('ask' in asked) {
      const reply = await model.generate({ prompt: asked.ask, signal })
      asked = await program.ask({ answer: reply.text }, asking, signal)
    }
    const readAction = actionReader(environment)
    let state: JsonObject | undefined
    const { decision, rejections, ...rest } = await decide<Decision>({
      model,
      prompt: asked.prompt,
      noop: environment.noop,
      signal,
      async read(reply) {
        const found = await program.ask({ reply }, read, signal)
        if ('reject' in found)
          return { ok: false, mistake: 'syntax', issues: [{ path: '', message: found.reject }] }
        const { reasoning = '', patch, action: written, state: next } = found
        const action = readAction(written)
        if (!action.ok) return { ok: false, mistake: 'action', issues: action.issues }
        state = next
        return { ok: true, value: { reasoning, patch, action: action.value } }
      },
    })
    fallback = rest.fallback || undefined
    const result = await environment.step(decision.action, { signal })
    const now = state
    const snapshot = now && { toJSON: () => now }
    yield {
      ...decision,
      index,
      observation: text,
      rejections,
      fallback: rest.fallback,
      state: snapshot,
      result,
    }
    observation = result
  }
}
