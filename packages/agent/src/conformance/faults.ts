import type { Message, Model, ModelRequest } from '@skill-state/protocol'
import type { StepRequest } from '../embedded/embedded-agent.ts'
import { type EmbeddedAgent, type Entry, embeddedAgent, type StepAnswer } from '../embedded/index.ts'
import { desk } from './desk.ts'

/** An agent that is spoiled in one way, and the check that must notice. */
interface AdapterFault {
  readonly fault: string
  readonly caughtBy: string
  readonly tamper: (agent: EmbeddedAgent) => EmbeddedAgent
}

type Before = (request: StepRequest) => StepRequest
type After = (answer: StepAnswer, request: StepRequest) => StepAnswer

function spoiled(before: Before, after: After = (answer) => answer): AdapterFault['tamper'] {
  return (agent) => ({
    open: (id) => agent.open(id),
    step: async (request) => after(await agent.step(before(request)), request),
  })
}

type Said = Extract<Message, { role: 'user' }>
type Seen = Said['parts']

function withPrompt(request: StepRequest, change: (prompt: string) => string): StepRequest {
  return withMessages(request, (message) => ({ ...message, text: change(message.text) }))
}

function withMessages(request: StepRequest, change: (message: Said) => Said): StepRequest {
  const changed = (prompt: ModelRequest['prompt']): ModelRequest['prompt'] => {
    const messages = typeof prompt === 'string' ? [{ role: 'user', text: prompt } as const] : prompt
    return messages.map((message) => (message.role === 'user' ? change(message) : message))
  }
  const generate: Model['generate'] = (sent) =>
    request.model.generate({ ...sent, prompt: changed(sent.prompt) })
  return { ...request, model: { ...request.model, generate } }
}

function withEntries(request: StepRequest, change: (entry: Entry, index: number) => Entry): StepRequest {
  return { ...request, transcript: request.transcript.map(change) }
}

/** The request of a framework that hands over nothing but the news. */
const withoutOutcomes = spoiled((request) =>
  withEntries(request, (entry) => (entry.by === 'tool' ? { ...entry, outcome: undefined } : entry)),
)

function newestOnly({ earlier: _, ...request }: StepRequest): StepRequest {
  const from = request.transcript.findLastIndex(({ by }) => by === 'assistant') + 1
  return { ...request, transcript: request.transcript.slice(from) }
}

function withIds(answer: StepAnswer, idOf: (id: string) => string): StepAnswer {
  return { ...answer, calls: answer.calls.map((call) => ({ ...call, id: idOf(call.id) })) }
}

function withoutNotices(prompt: string): string {
  return prompt.replace(/\n\nNotice: [\s\S]*/, '')
}

const PROMPTS = 'sends the prompts that the agent alone sends'
const IMAGE = 'shows the model an image in the turn of its message alone'
const ORPHANS = 'leaves no orphaned call or result'

/** Faults to plant in the agent of an adapter: each check of the suite that they name must notice, in every framework. */
export const adapterFaults: readonly AdapterFault[] = [
  {
    fault: 'shows the transcript beside the prompt',
    caughtBy: PROMPTS,
    tamper: spoiled((request) =>
      withPrompt(request, (prompt) => prompt + JSON.stringify(request.transcript)),
    ),
  },
  {
    fault: 'shows a stale state',
    caughtBy: PROMPTS,
    tamper: (agent) => {
      const states: string[] = []
      const pattern = /(?<=```json\n)[^\n]*(?=\n```\nLatest)/
      return spoiled((request) =>
        withPrompt(request, (prompt) => {
          states.push(pattern.exec(prompt)?.[0] ?? '')
          return prompt.replace(pattern, states.at(-2) ?? states[0] ?? '')
        }),
      )(agent)
    },
  },
  {
    fault: 'takes an earlier message for the newest',
    caughtBy: PROMPTS,
    tamper: spoiled((request) => {
      const first = request.transcript.find(({ by }) => by === 'user')
      return withEntries(request, (entry) => (entry.by === 'user' && first ? first : entry))
    }),
  },
  {
    fault: 'shows the message in the first prompt of its turn alone',
    caughtBy: 'shows the message and the calls of its turn in each prompt',
    tamper: spoiled((request) =>
      withPrompt(request, (prompt) => prompt.replace(/The user says: .*\n\n(?=Calls since)/, '')),
    ),
  },
  {
    fault: 'begins a session inside of a chat empty',
    caughtBy: 'shows a session that begins inside of a chat what was said',
    tamper: spoiled(newestOnly),
  },
  {
    fault: 'shows an edited message the state of the messages that it replaces',
    caughtBy: 'begins a branch at an edited message',
    tamper: spoiled(newestOnly),
  },
  {
    fault: 'keeps a call that waits for an edited message',
    caughtBy: 'leaves a call that waits with the branch that it belongs to',
    tamper: spoiled(newestOnly),
  },
  {
    fault: 'hides that a message was stopped',
    caughtBy: 'tells the model that a message was stopped',
    tamper: spoiled((request) => withPrompt(request, withoutNotices)),
  },
  {
    fault: 'hides that a message failed',
    caughtBy: 'closes a message that failed, and answers the next one',
    tamper: spoiled((request) => withPrompt(request, withoutNotices)),
  },
  {
    fault: 'loses the result of a call',
    caughtBy: PROMPTS,
    tamper: spoiled((request) =>
      withEntries(request, (entry) => (entry.by === 'tool' ? { ...entry, result: '' } : entry)),
    ),
  },
  {
    fault: 'swallows a call',
    caughtBy: PROMPTS,
    tamper: spoiled(
      (request) => request,
      (answer) => ({ ...answer, calls: [], text: answer.text || 'Done.' }),
    ),
  },
  {
    fault: 'gives a call another id each time',
    caughtBy: PROMPTS,
    tamper: (agent) => {
      let calls = 0
      return spoiled(
        (request) => request,
        (answer) => {
          calls += 1
          return withIds(answer, () => `random-${calls}`)
        },
      )(agent)
    },
  },
  {
    fault: 'gives all calls one id',
    caughtBy: ORPHANS,
    tamper: (agent) => {
      let id = ''
      return spoiled(
        (request) => withEntries(request, (entry) => (entry.by === 'tool' ? { ...entry, call: id } : entry)),
        (answer) => {
          id = answer.calls[0]?.id ?? ''
          return withIds(answer, () => 'call')
        },
      )(agent)
    },
  },
  {
    fault: 'counts the calls of each session from 0',
    caughtBy: 'gives the calls of two sessions ids of their own',
    tamper: (agent) => {
      const ids: string[] = []
      return spoiled(
        (request) =>
          withEntries(request, (entry) =>
            entry.by === 'tool' ? { ...entry, call: ids[Number(entry.call.slice(5))] ?? '' } : entry,
          ),
        (answer) => withIds(answer, (id) => `call-${ids.push(id) - 1}`),
      )(agent)
    },
  },
  {
    fault: 'shows results of any length',
    caughtBy: 'keeps the prompt within its bound',
    tamper: () => embeddedAgent({ ...desk, maxResultChars: 1_000_000 }),
  },
  {
    fault: 'loses the reasons of a rejected reply',
    caughtBy: 'asks again with the reasons of a rejected reply',
    tamper: spoiled((request) =>
      withPrompt(request, (prompt) => prompt.replace(/\n\nYour last reply was [\s\S]*/, '')),
    ),
  },
  {
    fault: 'ends the step when a reply is rejected',
    caughtBy: 'asks again with the reasons of a rejected reply',
    tamper: () => embeddedAgent({ ...desk, attempts: 1 }),
  },
  {
    fault: 'loses the image of a message',
    caughtBy: IMAGE,
    tamper: spoiled((request) =>
      withEntries(request, (entry) => (entry.by === 'user' ? { ...entry, parts: undefined } : entry)),
    ),
  },
  {
    fault: 'shows the image of an earlier message again',
    caughtBy: IMAGE,
    tamper: (agent) => {
      let seen: Seen
      return spoiled((request) =>
        withMessages(request, (message) => {
          seen = message.parts ?? seen
          return { ...message, parts: seen }
        }),
      )(agent)
    },
  },
  {
    fault: 'writes an image into the text',
    caughtBy: IMAGE,
    tamper: spoiled((request) =>
      withMessages(request, ({ text, parts, ...message }) => {
        return { ...message, text: text + JSON.stringify(parts), parts }
      }),
    ),
  },
  {
    fault: 'loses the image of a result',
    caughtBy: 'shows the model an image that a tool gives',
    tamper: spoiled((request) =>
      withEntries(request, (entry) => (entry.by === 'tool' ? { ...entry, parts: undefined } : entry)),
    ),
  },
  {
    fault: 'records nothing that was dropped',
    caughtBy: 'records what the model was not shown',
    tamper: spoiled(
      (request) => request,
      (answer) => ({ ...answer, dropped: { ...answer.dropped, count: 0, entries: [] } }),
    ),
  },
  {
    fault: 'keeps sessions in the process alone',
    caughtBy: 'resumes from the journal after a crash',
    tamper: () => embeddedAgent(desk),
  },
  {
    fault: 'holds the reply back until it is whole',
    caughtBy: 'streams the reply in pieces',
    tamper: spoiled((request) => ({ ...request, onEvent: undefined })),
  },
  {
    fault: 'does not hear that it is aborted',
    caughtBy: 'stops when it is aborted, and can be resumed',
    tamper: spoiled((request) => ({ ...request, signal: undefined })),
  },
  {
    fault: 'takes a denial for a result',
    caughtBy: 'tells the model of a denied call',
    tamper: withoutOutcomes,
  },
  {
    fault: 'takes a failure for a result',
    caughtBy: 'tells the model of a tool that failed',
    tamper: withoutOutcomes,
  },
  {
    fault: 'gives one call of several at a time',
    caughtBy: 'makes the calls of one answer at once, and shows their results together',
    tamper: spoiled(
      (request) => request,
      (answer) => ({ ...answer, calls: answer.calls.slice(0, 1) }),
    ),
  },
  {
    fault: 'takes the denial of one call of three for a result',
    caughtBy: 'holds back one call of three for its approval',
    tamper: withoutOutcomes,
  },
  {
    fault: 'hides the calls among which it was aborted',
    caughtBy: 'tells the model of calls among which it was aborted, and repeats none',
    tamper: spoiled((request) =>
      withPrompt(request, (prompt) => withoutNotices(prompt.replace(/\n\nCalls since[\s\S]*/, ''))),
    ),
  },
  {
    fault: 'reads data as an attempt at another form',
    caughtBy: 'answers as data of a schema',
    tamper: spoiled(({ isData: _, ...request }) => request),
  },
]
