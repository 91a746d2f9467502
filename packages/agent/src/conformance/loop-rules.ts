import type { StoredRecord } from '@skill-state/core/journal'
import type { JsonObject } from '@skill-state/protocol'
import { ensure, ensureSame, ensureSameList, type Rule } from '@skill-state/protocol/conformance'
import type { AdapterSuiteOptions, TurnReport } from './adapter.ts'
import { runAlone } from './alone.ts'
import { deskReply, type World } from './desk.ts'
import { type DeskRun, startDesk } from './desk-run.ts'
import { promptOf, stateOf } from './prompt-rules.ts'

const TRIP = ['A flight to Rome, please.', 'A flight to Oslo, too.']

const unreadable = { text: '```json\n{', calls: [] }

/** What a migration writes. */
const MIGRATED = 'Ada, migrated'

/** What a branch is told of the calls that were made in the one that it leaves. */
const LEFT = '- done: {"search":{"city":"Oslo"}}'

/** What the framework's own loop still does, and what it does after a crash. */
export function loopRules(options: AdapterSuiteOptions): readonly Rule[] {
  const { lacks = [] } = options
  const has = (feature: (typeof lacks)[number], rules: readonly Rule[]): readonly Rule[] =>
    lacks.includes(feature) ? [] : rules
  return [
    {
      name: 'resumes from the journal after a crash',
      mend: 'keep nothing of the session in the adapter, and pass on the id of each call as agent.step gave it',
      run: async () => {
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
          ensureSame(await stateOf(later), alone.state, `the state ${place}`)
          const ids = new Map(world.calls.map(({ id, tool, input }) => [id, { tool, input }]))
          ensureSameList(
            [...ids.values()],
            alone.world.calls.map(({ tool, input }) => ({ tool, input })),
            `calls ${place}`,
          )
        }
      },
    },
    {
      name: 'continues a session of an earlier version of the state',
      mend: 'pass schemaVersion and migrations on, and send what the agent asks as it is',
      run: async () => {
        const records: StoredRecord[] = []
        const first = await startDesk(options, { records, versions: { schemaVersion: 1 } })
        ensureSame((await first.framework.say(TRIP[0] ?? '')).end, 'replied', 'the end of the turn')
        const migrations = { 1: (state: JsonObject) => ({ ...state, traveller: MIGRATED }) }
        const later = await startDesk(options, { records, versions: { schemaVersion: 2, migrations } })
        ensureSame((await later.framework.say('Hello.')).end, 'replied', 'the end of the next turn')
        ensure(lastPrompt(later).includes(MIGRATED), 'the migrated state in the prompt', lastPrompt(later))
      },
    },
    ...has('streaming', [
      {
        name: 'streams the reply in pieces',
        mend: 'pass on the text of each event reply-text as the model writes it',
        run: async () => {
          const { framework } = await startDesk(options)
          const { text, pieces } = await framework.say('Hello.')
          ensureSame(pieces.join(''), text, 'the streamed text')
          ensure(pieces.length > 1, 'more than one piece of the reply', pieces)
        },
      },
    ]),
    {
      name: 'stops when it is aborted, and can be resumed',
      mend: 'hand the signal of the framework to agent.step and to the model',
      run: async () => {
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
        const aborted = await run.framework
          .say('A flight to Rome, please.', { signal: abort.signal })
          .catch(() => undefined)
        await settled()
        await settled()
        ensure(
          aborted === undefined || aborted.end === 'aborted',
          'the turn to end when it is aborted',
          aborted,
        )
        ensure(heard === true, 'the signal of the model to be aborted', heard)
        const later = await run.framework.say('A flight to Rome, please.')
        ensureSame(later.end, 'replied', 'the end of the next turn')
      },
    },
    {
      name: 'tells the model that a message was stopped',
      mend: 'hand the signal of the framework to agent.step',
      run: async () => {
        const abort = new AbortController()
        const run = await startDesk(options, {
          reply: async (text, signal) => {
            if (!abort.signal.aborted && text.includes('Flights to')) abort.abort(new Error('enough'))
            signal?.throwIfAborted()
            return deskReply(text)
          },
        })
        const { signal } = abort
        await run.framework.say('A flight to Rome, please.', { signal }).catch(() => undefined)
        await settled()
        ensureSame((await run.framework.say('Hello.')).end, 'replied', 'the end of the next turn')
        const notice = 'The user stopped the work on their last message: "A flight to Rome, please."'
        for (const line of ['The user says: Hello.', notice, '- done: {"search":{"city":"Rome"}}'])
          ensure(lastPrompt(run).includes(line), `"${line}" in the next prompt`, lastPrompt(run))
      },
    },
    {
      name: 'closes a message that failed, and answers the next one',
      mend: 'let the error of agent.step end the turn of the framework, and nothing else',
      run: async () => {
        const run = await startDesk(options, {
          reply: async (text) => (text.includes('says: Pay') ? unreadable : deskReply(text)),
        })
        await run.framework.say('Pay 30.').catch(() => undefined)
        await settled()
        ensureSame((await run.framework.say('Hello.')).end, 'replied', 'the end of the next turn')
        for (const line of ['The user says: Hello.', 'The work on the last message failed'])
          ensure(lastPrompt(run).includes(line), `"${line}" in the next prompt`, lastPrompt(run))
      },
    },
    {
      name: 'begins a branch at an edited message',
      mend: 'hand all messages of the user to agent.step as the framework holds them',
      run: async () => {
        const [first = '', second = ''] = TRIP
        const edited = 'A flight to Bern, please.'
        const [start, alone] = [await runAlone([first]), await runAlone([first, edited])]
        const run = await startDesk(options)
        for (const message of [first, second, 'Hello.']) await run.framework.say(message)
        const [sent, called] = [run.framework.sent.length, run.world.calls.length]
        ensureSame((await run.framework.edit(1, edited)).end, 'replied', 'the end of the turn')
        const prompts = run.framework.sent.slice(sent).map(promptOf)
        ensure(prompts[0]?.includes(LEFT) === true, `"${LEFT}" in the first prompt of the branch`, prompts[0])
        const seen = prompts.map((prompt) => prompt.replace(/\n\nNotice: [\s\S]*/, ''))
        ensureSameList(seen, alone.prompts.slice(start.prompts.length), 'prompts of the branch')
        const cities = run.world.calls.slice(called).map(({ input }) => input.city)
        ensureSameList(cities, ['Bern'], 'calls of the branch')
        ensureSame(await stateOf(run), alone.state, 'the state of the branch')
        ensureSame((await run.framework.say('Hello.')).end, 'replied', 'the end of the next turn')
        ensureSame(await stateOf(run), alone.state, 'the state after the next turn')
        const ids = run.world.calls.map(({ id }) => id)
        ensureSame(new Set(ids).size, ids.length, 'the number of ids of calls')
      },
    },
    ...has('approval', approvalRules(options)),
    {
      name: 'tells the model of a tool that failed',
      mend: "give the result outcome: 'failed' and the framework's message",
      run: async () => {
        const run = await startDesk(options)
        const { end } = await run.framework.say('Break it.')
        ensureSame(end, 'replied', 'the end of the turn')
        ensure(lastPrompt(run).includes('the printer is on fire'), 'the error in the prompt', lastPrompt(run))
        ensure(
          lastPrompt(run).includes('/seen: 0 → 60'),
          'what the failed call leaves in doubt in the prompt',
          lastPrompt(run),
        )
      },
    },
    {
      name: "obeys the framework's step limit, and can be resumed",
      mend: 'take one step for each question of the framework',
      run: async () => {
        let steps = 0
        const run = await startDesk(options, { onStep: () => (steps += 1) })
        const { end } = await run.framework.say('Read on.', { maxSteps: 3 })
        ensureSame(end, 'steps', 'the end of the turn')
        ensure(steps <= 4, 'at most 4 steps under a limit of 3', steps)
        ensure(run.world.calls.length >= 2, 'tools that are executed up to the limit', run.world.calls.length)
        const later = await run.framework.say('Read on.', { maxSteps: 50 })
        ensureSame(later.end, 'replied', 'the end of the next turn')
      },
    },
    ...has('tracing', [
      {
        name: 'appears in the traces of the framework',
        mend: 'implement a model of the framework, which calls and traces it as any other',
        run: async () => {
          const run = await startDesk(options)
          await run.framework.say('A flight to Rome, please.')
          const spans = run.framework.spans()
          const count = (kind: string): number => spans.filter((span) => span === kind).length
          ensureSame([count('model'), count('tool')], [3, 2], 'the number of spans of models and tools')
        },
      },
    ]),
  ]
}

function approvalRules(options: AdapterSuiteOptions): readonly Rule[] {
  const pay = async (): Promise<DeskRun> => {
    const run = await startDesk(options)
    const { end } = await run.framework.say('Pay 30.')
    ensureSame(end, 'approval', 'the end of the turn')
    ensureSame(run.world.calls, [], 'calls before the approval')
    return run
  }
  const finished = ({ end, text }: TurnReport, reply: string): void =>
    ensureSame([end, text], ['replied', reply], 'the end and the reply of the turn')
  return [
    {
      name: 'executes an approved call once',
      mend: 'let the framework ask for the approval, and give its result to agent.step',
      run: async () => {
        const [alone, run] = [await runAlone(['Pay 30.']), await pay()]
        finished(await run.framework.decide(true, ''), 'It is paid.')
        ensureSame(run.world.calls.length, 1, 'the number of calls')
        ensureSameList(run.framework.sent.map(promptOf), alone.prompts, 'prompts')
        ensureSame(await stateOf(run), alone.state, 'the state')
      },
    },
    {
      name: 'leaves a call that waits with the branch that it belongs to',
      mend: 'hand all messages of the user to agent.step as the framework holds them',
      run: async () => {
        const run = await startDesk(options)
        await run.framework.say('Hello.')
        await run.framework.say('Pay 30.')
        const session = await run.open()
        await session.close()
        ensureSame(session.call?.tool, 'pay', 'the call that waits')
        ensureSame((await run.framework.edit(0, 'Stumble.')).end, 'replied', 'the end of the turn')
        const later = await run.open()
        await later.close()
        ensureSame(later.call, undefined, 'the call that waits in the branch')
        ensureSame(later.state, { traveller: 'Bo', booked: [], seen: 0 }, 'the state of the branch')
        ensureSame(run.world.calls, [], 'calls that were made')
      },
    },
    {
      name: 'tells the model of a denied call',
      mend: "give the result outcome: 'denied' and the person's reason",
      run: async () => {
        const [alone, run] = [await runAlone(['Pay 30.'], 'no budget'), await pay()]
        finished(await run.framework.decide(false, 'no budget'), 'Good day.')
        ensureSame(run.world.calls.length, 0, 'the number of calls')
        ensureSameList(run.framework.sent.map(promptOf), alone.prompts, 'prompts')
        ensureSame(await stateOf(run), alone.state, 'the state')
      },
    },
  ]
}

/** A new process in which the session continues, and the rest of the conversation is said. */
async function finish(options: AdapterSuiteOptions, records: StoredRecord[], world: World): Promise<DeskRun> {
  const run = await startDesk(options, { records, world })
  for (const [index, message] of TRIP.entries()) {
    const session = await run.open()
    const said = session.messages(9)
    const { idle } = session
    await session.close()
    const isAnswered = said.filter(({ by }) => by === 'user').length > index + (idle ? 0 : 1)
    if (!isAnswered) ensureSame((await run.framework.say(message)).end, 'replied', 'the end of the turn')
  }
  return run
}

/** Lets what is under way continue for a while, without a clock. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

function lastPrompt({ framework }: DeskRun): string {
  return promptOf(framework.sent.at(-1))
}
