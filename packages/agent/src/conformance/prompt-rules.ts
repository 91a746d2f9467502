import type { StoredRecord } from '@skill-state/core/journal'
import { ensure, ensureSame, ensureSameList } from '@skill-state/protocol/conformance'
import type { AdapterRules, AdapterSuiteOptions } from './adapter.ts'
import { runAlone } from './alone.ts'
import { deskTools, PAGES } from './desk.ts'
import { type DeskOptions, type DeskRun, startDesk } from './desk-run.ts'

export const TRIP = ['A flight to Rome, please.', 'A flight to Oslo, too.'] as const

/** What reaches the framework's model, and what becomes of its answer. */
export function promptRules(options: AdapterSuiteOptions): AdapterRules {
  const play = async (
    messages: readonly string[],
    onStep?: DeskOptions['onStep'],
  ): Promise<DeskRun & { readonly texts: readonly string[] }> => {
    const run = await startDesk(options, { onStep })
    const texts: string[] = []
    for (const message of messages) texts.push((await run.framework.say(message)).text)
    return { ...run, texts }
  }
  return {
    'sends the prompts that the agent alone sends': [
      'hand the whole transcript and the tools to agent.step, and send the messages that it gives and no others',
      async () => {
        const [alone, run] = [await runAlone(TRIP), await play(TRIP)]
        ensureSameList(run.texts, alone.replies, 'replies')
        await ensureAlike(run, alone)
        const calls = ({ world }: Pick<DeskRun, 'world'>): unknown[] =>
          world.calls.map(({ tool, input }) => ({ tool, input }))
        ensureSameList(calls(run), calls(alone), 'calls')
      },
    ],
    'gives the model its tools in their own form, and one that writes the state': [
      'send the tools of the request as tools of the framework, and the first message of its prompt as the system message',
      async () => {
        const { framework } = await play(TRIP)
        const names = [...deskTools({ calls: [] }).map(({ name }) => name), 'read_result', 'update_state']
        for (const { tools } of framework.sent) ensureSame([...tools].sort(), names.sort(), 'the tools')
        const systems = new Set(framework.sent.map(({ messages }) => messages[0]?.text))
        ensureSame(systems.size, 1, 'the number of system messages')
      },
    ],
    'shows the message and the calls of its turn in each prompt': [
      'give the message and each result to agent.step as they come, and change nothing in its prompts',
      async () => {
        const prompts = (await play([TRIP[0]])).prompts()
        const calls = ['- done: search {"city":"Rome"}', '- done: book {"flight":"F1"}']
        ensureSame(prompts.length, calls.length + 1, 'the number of prompts')
        for (const [index, prompt] of prompts.entries())
          ensureShown(prompt, `The user says: ${TRIP[0]}`, ...calls.slice(0, index))
      },
    ],
    'shows a session that begins inside of a chat what was said': [
      'hand the whole transcript to agent.step',
      async () => {
        const records: StoredRecord[] = []
        const { framework, prompts } = await startDesk(options, { records })
        await framework.say(TRIP[0])
        records.length = 0
        const { length } = framework.sent
        await framework.say('Hello.')
        ensureShown(prompts()[length], TRIP[0], 'Booked F1.')
      },
      'history',
    ],
    'leaves no orphaned call or result': [
      'give each call the id of agent.step, and answer it once',
      async () => {
        const run = await play(TRIP)
        for (const { messages } of run.framework.sent) {
          const paired = messages.filter(({ calls, results }) => calls.length + results.length > 0)
          ensureSame(paired, [], 'messages with calls or results in a prompt')
        }
        const open = new Set<string>()
        const known = new Set<string>()
        for (const entry of await run.framework.transcript()) {
          const calls = entry.by === 'assistant' ? (entry.calls ?? []) : []
          ensure(open.size === 0 || entry.by === 'tool', 'the result of a call before anything else', entry)
          for (const { id } of calls) {
            ensure(!known.has(id), 'a new id for each call', id)
            known.add(id)
            open.add(id)
          }
          if (entry.by === 'tool') ensure(open.delete(entry.call), 'one result for each call', entry)
        }
        ensureSame([...open], [], 'calls without a result')
        ensureSame(known.size, run.world.calls.length, 'the number of calls in the transcript')
      },
    ],
    'gives the calls of two sessions ids of their own': [
      'pass on the id of each call as agent.step gave it, to the tool and with its result',
      async () => {
        const ids: string[] = []
        for (const session of ['desk-1', 'desk-2']) {
          const { framework, world } = await startDesk(options, { session })
          await framework.say(TRIP[0])
          ids.push(...world.calls.map(({ id }) => id))
        }
        ensure(ids.length === 4 && new Set(ids).size === 4, 'four different ids', ids)
        const invalid = ids.filter((id) => !/^[a-zA-Z0-9_-]{1,40}$/.test(id))
        ensureSame(invalid, [], 'ids that a provider rejects')
      },
    ],
    'keeps the prompt within its bound': [
      'leave the shortening of long results to agent.step',
      async () => {
        const { steps = 1_000 } = options
        const { conversation = steps } = options
        const { bound } = await runAlone(['Read'])
        const records: StoredRecord[] = []
        let [longest, read] = [0, 0]
        while (read < steps) {
          const { framework, prompts } = await startDesk(options, { records })
          for (const end = read + conversation; read < end && read < steps; read += PAGES) {
            const { text } = await framework.say(`Read on from page ${read}.`)
            ensureSame(text, `Read ${read + PAGES} pages.`, 'the reply')
          }
          longest = Math.max(longest, ...prompts().map(({ length }) => length))
        }
        ensure(longest <= bound, `prompts of at most ${bound} characters in ${steps} steps`, longest)
      },
    ],
    'asks again with the reasons of a rejected reply': [
      'leave retries to agent.step, and do not end the loop because of one',
      async () => {
        const messages = ['Stumble.']
        const [alone, run] = [await runAlone(messages), await play(messages)]
        ensureSame(alone.prompts.length, 2, 'the number of prompts of the agent alone')
        // A framework may keep the text that was streamed before.
        const texts = run.texts.map((text) => text.replace(/^Void\./, ''))
        ensureSameList(texts, alone.replies, 'replies')
        await ensureAlike(run, alone)
      },
    ],
    'records what the model was not shown': [
      'translate each message of the framework into an entry, and leave none out',
      async () => {
        const given = new Set<string>()
        const shown: number[] = []
        const { framework } = await play(TRIP, ({ transcript, earlier }, { dropped }) => {
          shown.push((earlier?.count ?? 0) + transcript.length - dropped.entries.length)
          for (const entry of transcript) given.add(JSON.stringify(entry))
        })
        const isNewest = shown.every((entries) => entries === 1)
        ensure(isNewest, 'all but the newest entry to be dropped in each step', shown)
        const held = (await framework.transcript()).slice(0, -1)
        const missing = held.filter((entry) => !given.has(JSON.stringify(entry)))
        ensureSameList(missing, [], 'entries that no step was given')
      },
    ],
  }
}

/** Throws unless the prompts and the state are those of the agent alone. */
export async function ensureAlike(run: DeskRun, alone: Awaited<ReturnType<typeof runAlone>>): Promise<void> {
  ensureSameList(run.prompts(), alone.prompts, 'prompts')
  ensureSame((await run.session()).state, alone.state, 'the state')
}

/** Throws unless the prompt has each of the texts. */
export function ensureShown(prompt = '', ...texts: readonly string[]): void {
  for (const text of texts) ensure(prompt.includes(text), `"${text}" in the prompt`, prompt)
}
