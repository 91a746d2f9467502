import type { StoredRecord } from '@skill-state/core/journal'
import type { JsonObject } from '@skill-state/protocol'
import { ensure, ensureSame, ensureSameList } from '@skill-state/protocol/conformance'
import type { AdapterRules, AdapterSuiteOptions, TurnReport } from './adapter.ts'
import { runAlone } from './alone.ts'
import { deskReply, type World } from './desk.ts'
import { type DeskRun, startDesk } from './desk-run.ts'
import { ensureAlike, ensureShown, TRIP } from './prompt-rules.ts'

const unreadable = { text: '```json\n{', calls: [] }

const MIGRATED = 'Ada, migrated'

/** What a branch is told of the calls that were made in the one that it leaves. */
const LEFT = '- done: {"search":{"city":"Oslo"}}'

/** What the framework's own loop still does, and what it does after a crash. */
export function loopRules(options: AdapterSuiteOptions): AdapterRules {
  const pay = async (): Promise<DeskRun> => {
    const run = await startDesk(options)
    const { end } = await run.framework.say('Pay 30.')
    ensureSame(end, 'approval', 'the end of the turn')
    ensureSame(run.world.calls, [], 'calls before the approval')
    return run
  }
  const finished = ({ end, text }: TurnReport, reply: string): void =>
    ensureSame([end, text], ['replied', reply], 'the end and the reply of the turn')
  return {
    'resumes from the journal after a crash': [
      'keep nothing of the session in the adapter, and pass on the id of each call as agent.step gave it',
      async () => {
        const alone = await runAlone(TRIP)
        const whole: StoredRecord[] = []
        await finish(options, whole, { calls: [] })
        ensure(whole.length > 12, 'a journal of each step', whole.length)
        for (let appends = 1; appends < whole.length; appends += 1) {
          const records: StoredRecord[] = []
          const world: World = { calls: [] }
          const first = await startDesk(options, { records, world, appends })
          for (const message of TRIP) await first.framework.say(message).catch(() => {})
          const later = await finish(options, records, world)
          const place = `after a crash at record ${appends}`
          ensureSame((await later.session()).state, alone.state, `the state ${place}`)
          const ids = new Map(world.calls.map(({ id, tool, input }) => [id, { tool, input }]))
          const expected = alone.world.calls.map(({ tool, input }) => ({ tool, input }))
          ensureSameList([...ids.values()], expected, `calls ${place}`)
        }
      },
    ],
    'continues a session of an earlier version of the state': [
      'pass schemaVersion and migrations on, and send what the agent asks as it is',
      async () => {
        const records: StoredRecord[] = []
        await (await startDesk(options, { records, versions: { schemaVersion: 1 } })).ask(TRIP[0])
        const migrations = { 1: (state: JsonObject) => ({ ...state, traveller: MIGRATED }) }
        const later = await startDesk(options, { records, versions: { schemaVersion: 2, migrations } })
        await later.ask('Hello.')
        ensureShown(later.prompts().at(-1), MIGRATED)
      },
    ],
    'streams the reply in pieces': [
      'pass on the text of each event reply-text as the model writes it',
      async () => {
        const { framework } = await startDesk(options)
        const { text, pieces } = await framework.say('Hello.')
        ensureSame(pieces.join(''), text, 'the streamed text')
        ensure(pieces.length > 1, 'more than one piece of the reply', pieces)
      },
      'streaming',
    ],
    'stops when it is aborted, and can be resumed': [
      'hand the signal of the framework to agent.step and to the model',
      async () => {
        const abort = new AbortController()
        let heard: boolean | undefined
        const run = await startDesk(options, {
          reply: async (text, signal) => {
            if (abort.signal.aborted || !text.includes('Flights to')) return deskReply(text)
            abort.abort(new Error('enough'))
            await settled()
            heard = signal?.aborted
            signal?.throwIfAborted()
            return deskReply(text)
          },
        })
        const turn = await run.framework.say(TRIP[0], abort).catch(() => undefined)
        await settled()
        await settled()
        ensure((turn?.end ?? 'aborted') === 'aborted', 'the turn to end when it is aborted', turn)
        ensure(heard === true, 'the signal of the model to be aborted', heard)
        await run.ask(TRIP[0])
      },
    ],
    'tells the model that a message was stopped': [
      'hand the signal of the framework to agent.step',
      async () => {
        const abort = new AbortController()
        const run = await startDesk(options, {
          reply: async (text, signal) => {
            if (!abort.signal.aborted && text.includes('Flights to')) abort.abort(new Error('enough'))
            signal?.throwIfAborted()
            return deskReply(text)
          },
        })
        await run.framework.say(TRIP[0], abort).catch(() => undefined)
        await settled()
        await run.ask('Hello.')
        const notice = `The user stopped the work on their last message: "${TRIP[0]}"`
        const call = '- done: {"search":{"city":"Rome"}}'
        ensureShown(run.prompts().at(-1), 'The user says: Hello.', notice, call)
      },
    ],
    'closes a message that failed, and answers the next one': [
      'let the error of agent.step end the turn of the framework, and nothing else',
      async () => {
        const run = await startDesk(options, {
          reply: async (text) => (text.includes('says: Pay') ? unreadable : deskReply(text)),
        })
        await run.framework.say('Pay 30.').catch(() => undefined)
        await settled()
        await run.ask('Hello.')
        ensureShown(run.prompts().at(-1), 'The user says: Hello.', 'The work on the last message failed')
      },
    ],
    'begins a branch at an edited message': [
      'hand all messages of the user to agent.step as the framework holds them',
      async () => {
        const edited = 'A flight to Bern, please.'
        const [start, alone] = [await runAlone([TRIP[0]]), await runAlone([TRIP[0], edited])]
        const run = await startDesk(options)
        for (const message of [...TRIP, 'Hello.']) await run.framework.say(message)
        const [sent, called] = [run.framework.sent.length, run.world.calls.length]
        ensureSame((await run.framework.edit(1, edited)).end, 'replied', 'the end of the turn')
        const prompts = run.prompts().slice(sent)
        ensureShown(prompts[0], LEFT)
        const seen = prompts.map((prompt) => prompt.replace(/\n\nNotice: [\s\S]*/, ''))
        ensureSameList(seen, alone.prompts.slice(start.prompts.length), 'prompts of the branch')
        const cities = run.world.calls.slice(called).map(({ input }) => input.city)
        ensureSameList(cities, ['Bern'], 'calls of the branch')
        ensureSame((await run.session()).state, alone.state, 'the state of the branch')
        await run.ask('Hello.')
        ensureSame((await run.session()).state, alone.state, 'the state after the next turn')
        const ids = run.world.calls.map(({ id }) => id)
        ensureSame(new Set(ids).size, ids.length, 'the number of ids of calls')
      },
    ],
    'executes an approved call once': [
      'let the framework ask for the approval, and give its result to agent.step',
      async () => {
        const [alone, run] = [await runAlone(['Pay 30.']), await pay()]
        finished(await run.framework.decide(true, ''), 'It is paid.')
        ensureSame(run.world.calls.length, 1, 'the number of calls')
        await ensureAlike(run, alone)
      },
      'approval',
    ],
    'leaves a call that waits with the branch that it belongs to': [
      'hand all messages of the user to agent.step as the framework holds them',
      async () => {
        const run = await startDesk(options)
        await run.framework.say('Hello.')
        await run.framework.say('Pay 30.')
        ensureSame((await run.session()).call?.tool, 'pay', 'the call that waits')
        ensureSame((await run.framework.edit(0, 'Stumble.')).end, 'replied', 'the end of the turn')
        const later = await run.session()
        ensureSame(later.call, undefined, 'the call that waits in the branch')
        ensureSame(later.state, { traveller: 'Bo', booked: [], seen: 0 }, 'the state of the branch')
        ensureSame(run.world.calls, [], 'calls that were made')
      },
      'approval',
    ],
    'tells the model of a denied call': [
      "give the result outcome: 'denied' and the person's reason",
      async () => {
        const [alone, run] = [await runAlone(['Pay 30.'], 'no budget'), await pay()]
        finished(await run.framework.decide(false, 'no budget'), 'Good day.')
        ensureSame(run.world.calls.length, 0, 'the number of calls')
        await ensureAlike(run, alone)
      },
      'approval',
    ],
    'tells the model of a tool that failed': [
      "give the result outcome: 'failed' and the framework's message",
      async () => {
        const run = await startDesk(options)
        await run.ask('Break it.')
        ensureShown(run.prompts().at(-1), 'the printer is on fire', '/seen: 0 → 60')
      },
    ],
    "obeys the framework's step limit, and can be resumed": [
      'take one step for each question of the framework',
      async () => {
        let steps = 0
        const run = await startDesk(options, { onStep: () => (steps += 1) })
        const { end } = await run.framework.say('Read on.', { maxSteps: 3 })
        ensureSame(end, 'steps', 'the end of the turn')
        ensure(steps <= 4, 'at most 4 steps under a limit of 3', steps)
        ensure(run.world.calls.length >= 2, 'tools that are executed up to the limit', run.world.calls.length)
        await run.ask('Read on.', { maxSteps: 50 })
      },
    ],
    'appears in the traces of the framework': [
      'implement a model of the framework, which calls and traces it as any other',
      async () => {
        const run = await startDesk(options)
        await run.framework.say(TRIP[0])
        const spans = run.framework.spans()
        const count = (kind: string): number => spans.filter((span) => span === kind).length
        ensureSame([count('model'), count('tool')], [3, 2], 'the number of spans of models and tools')
      },
      'tracing',
    ],
  }
}

/** A new process in which the session continues, and the rest of the conversation is said. */
async function finish(options: AdapterSuiteOptions, records: StoredRecord[], world: World): Promise<DeskRun> {
  const run = await startDesk(options, { records, world })
  for (const [index, message] of TRIP.entries()) {
    const { said, idle } = await run.session()
    const isAnswered = said.filter(({ by }) => by === 'user').length > index + (idle ? 0 : 1)
    if (!isAnswered) await run.ask(message)
  }
  return run
}

/** Lets what is under way continue for a while, without a clock. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
