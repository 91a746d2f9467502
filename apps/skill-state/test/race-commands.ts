import { type Agent, agent, type ReadableSessionStore, type Session } from '@skill-state/agent'
import { verify } from '@skill-state/core/journal'
import { memoryJournal } from '@skill-state/core/journal/memory'
import { type JsonObject, type Model, promptText, SkillStateError } from '@skill-state/protocol'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** An agent that asks to pay for each message, and says so when it has paid. `paid` has the keys of the calls. */
function desk(paid: string[]): Agent<unknown> {
  const model: Model = {
    id: 'desk',
    generate: async ({ prompt }) => {
      await Promise.resolve()
      const isDone = promptText(prompt).includes('\nResult: ')
      const action = isDone ? { reply: 'Done.' } : { pay: {} }
      return {
        text: JSON.stringify({ state_patch: {}, action }),
        finishReason: 'stop',
        usage: { inputTokens: 1, outputTokens: 1 },
        model: 'desk',
      }
    },
  }
  const input: JsonObject = { type: 'object', additionalProperties: false }
  return agent({
    model,
    instructions: 'Pay.',
    state: { type: 'object', additionalProperties: false },
    tools: {
      pay: {
        description: 'Pays.',
        input,
        approve: true,
        execute: async (_, { key }) => {
          paid.push(key)
          await new Promise(setImmediate)
        },
      },
    },
  })
}

/**
 * Lets callers with a session object each send, approve and stop at once on one session, in random order. Returns what is wrong
 * with the session then: a call that was executed twice or not approved, a message that was lost or recorded twice, or damage.
 */
export async function raceCommands(
  store: ReadableSessionStore,
  id: string,
  seed: number,
): Promise<{ readonly faults: readonly string[]; readonly paid: number }> {
  const random = xoroshiro128plus(seed)
  const between = (least: number, most: number): number => uniformInt(random, least, most)
  const [paid, approved, sent]: [string[], Set<number>, Set<string>] = [[], new Set(), new Set()]
  const made = desk(paid)
  const caller = async (name: number): Promise<void> => {
    let session: Session<unknown> = await opened(made, store, id)
    for (let turn = 0; turn < 4; turn += 1) {
      for (let pause = between(0, 3); pause > 0; pause -= 1) await new Promise(setImmediate)
      const message = `${name}-${turn}`
      const commands: Promise<unknown>[] = []
      const { approval } = session
      if (between(0, 2) > 0 && approval) {
        approved.add(approval.step)
        commands.push(
          session.approve({ step: approval.step }).turn,
          session.approve({ step: approval.step }).turn,
        )
      }
      if (between(0, 2) > 0) {
        commands.push(session.ask(message, { id: message }).then(() => sent.add(message)))
      }
      if (between(0, 3) === 0) commands.push(session.stop())
      const ends = await Promise.allSettled(commands)
      for (const end of ends) if (end.status === 'rejected') requireExpected(end.reason)
      if (ends.every(({ status }) => status === 'fulfilled')) continue
      await session.close().catch(requireExpected) // what opening began may have come second
      session = await opened(made, store, id)
    }
    await session.close().catch(requireExpected)
  }
  await Promise.all([caller(0), caller(1)])
  const records = [...(await store.read(id))]
  verify(memoryJournal(records))
  const received = records.flatMap(({ body }) => /^\{"received".*"id":"(\d-\d)"/.exec(body)?.[1] ?? [])
  const faults = [
    ...[...sent].filter((message) => !received.includes(message)).map((message) => `${message} is lost`),
    ...(new Set(received).size < received.length ? ['a message was recorded twice'] : []),
    ...(new Set(paid).size < paid.length ? ['a call was executed twice'] : []),
    ...paid
      .filter((key) => !approved.has(Number(key.split('/').at(-1))))
      .map((key) => `${key} was not approved`),
  ]
  return { faults, paid: paid.length }
}

/** Opens the session, again if somebody else began it at the same moment. */
async function opened(
  made: Agent<unknown>,
  store: ReadableSessionStore,
  id: string,
): Promise<Session<unknown>> {
  for (;;) {
    try {
      return await made.open({ id, store })
    } catch (error) {
      requireExpected(error)
    }
  }
}

function requireExpected(error: unknown): void {
  const isExpected =
    error instanceof SkillStateError && ['journal-conflict', 'journal-misuse'].includes(error.code)
  if (!isExpected) throw error
}
