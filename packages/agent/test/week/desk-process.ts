// The process of a desk, which `remote-talk.ts` starts and kills: desk-process.ts STORE PLACE
import { flushCompileCache } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileSessions } from '../../src/files.ts'
import type { AgentEvent, SessionStore } from '../../src/index.ts'
import { sqliteSessions } from '../../src/sqlite.ts'
import { desk } from './desk.ts'
import { postgresAt } from './postgres.ts'
import { type Heard, Talk } from './talk.ts'
import { Wire } from './wire.ts'

const [kind = '', place = ''] = process.argv.slice(2)
const store = await storeAt()

const agent = desk({
  answer: async (prompt, signal) => {
    signal?.throwIfAborted()
    const answer = wire.call('answer', prompt)
    const cut = Promise.withResolvers<never>()
    signal?.addEventListener('abort', () => cut.reject(signal.reason), { once: true })
    return (await Promise.race([answer, cut.promise])) as string
  },
  call: async (tool, input, key) => String(await wire.call('call', tool, input, key)),
  onEvent: (event) => void wire.call('onEvent', plain(event)),
})
const talk = new Talk(
  () => agent,
  () => store,
)

flushCompileCache() // for the next process: this one may not come to its end
const now = <T>(result: T) => ({ result, now: talk.now })
const wire: Wire = new Wire(process, {
  open: async () => now(await talk.open()),
  knows: async (id: string) => now(await talk.knows(id)),
  say: async (text: string, id: string | undefined) => now(await held(() => talk.say(text, id))),
  sayAndLeave: async (text: string, id: string) => now(await talk.sayAndLeave(text, id)),
  resume: async () => now(await held(() => talk.resume())),
  decide: async (step: number, approved: boolean) => now(await held(() => talk.decide(step, approved))),
  stopNow: async () => now(await held(() => talk.stopNow())),
  stop: (bySignal: boolean) => now(talk.stop(bySignal)),
})
process.on('disconnect', () => process.exit())

/** A database learns a moment later that the process is dead which held the session. */
async function held(ask: () => Promise<Heard>): Promise<Heard> {
  for (;;) {
    const heard = await ask()
    const isHeld =
      heard.end === 'threw' && /that another process|has continued|continues session/.test(heard.why ?? '')
    if (kind !== 'postgres' || !isHeld) return heard
    await sleep(5)
    await talk.open()
  }
}

async function storeAt(): Promise<SessionStore> {
  if (kind === 'postgres') return await postgresAt(place)
  return kind === 'sqlite' ? sqliteSessions(place) : fileSessions(place)
}

/** The part of an event that the judge looks at. */
function plain(event: AgentEvent): object {
  return JSON.parse(JSON.stringify(event))
}
