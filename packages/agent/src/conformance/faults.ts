import type { Message, Model, ModelRequest } from '@skill-state/protocol'
import type { StepRequest } from '../embedded/embedded-agent.ts'
import { type EmbeddedAgent, type Entry, embeddedAgent, type StepAnswer } from '../embedded/index.ts'
import { desk } from './desk.ts'

type Tamper = (agent: EmbeddedAgent) => EmbeddedAgent

/** An agent that is spoiled in one way, and the check that must notice. */
interface AdapterFault {
  readonly fault: string
  readonly caughtBy: string
  readonly tamper: Tamper
}

type Said = Extract<Message, { role: 'user' }>
type Result = Extract<Entry, { by: 'tool' }>
type Change<T> = (value: T) => T

function asks(before: Change<StepRequest>, after: Change<StepAnswer> = (answer) => answer): Tamper {
  return (agent) => ({
    open: (id) => agent.open(id),
    step: async (request) => after(await agent.step(before(request))),
  })
}

function answers(after: Change<StepAnswer>): Tamper {
  return asks((request) => request, after)
}

function withMessages(request: StepRequest, change: Change<Said>): StepRequest {
  const changed = (prompt: ModelRequest['prompt']): ModelRequest['prompt'] => {
    const messages = typeof prompt === 'string' ? [{ role: 'user', text: prompt } as const] : prompt
    return messages.map((message) => (message.role === 'user' ? change(message) : message))
  }
  const generate: Model['generate'] = (sent) =>
    request.model.generate({ ...sent, prompt: changed(sent.prompt) })
  return { ...request, model: { ...request.model, generate } }
}

function messages(change: Change<Said>): Tamper {
  return asks((request) => withMessages(request, change))
}

function prompts(change: Change<string>): Tamper {
  return messages((message) => ({ ...message, text: change(message.text) }))
}

function withResults(request: StepRequest, change: (entry: Result) => Partial<Result>): StepRequest {
  const changed = (entry: Entry): Entry => (entry.by === 'tool' ? { ...entry, ...change(entry) } : entry)
  return { ...request, transcript: request.transcript.map(changed) }
}

function results(change: Partial<Result>): Tamper {
  return asks((request) => withResults(request, () => change))
}

function withIds(answer: StepAnswer, idOf: Change<string>): StepAnswer {
  return { ...answer, calls: answer.calls.map((call) => ({ ...call, id: idOf(call.id) })) }
}

/** The request of a framework that hands over nothing but the news. */
const newestOnly = asks(({ earlier: _, ...request }) => {
  const from = request.transcript.findLastIndex(({ by }) => by === 'assistant') + 1
  return { ...request, transcript: request.transcript.slice(from) }
})

const withoutOutcomes = results({ outcome: undefined })
const withoutNotices = prompts((prompt) => prompt.replace(/\n\nNotice: [\s\S]*/, ''))
const STATE = /(?<=```json\n)[^\n]*(?=\n```\nLatest)/

/** By the check that must notice. */
const FAULTS: Readonly<Record<string, Readonly<Record<string, Tamper>>>> = {
  'sends the prompts that the agent alone sends': {
    'shows the transcript beside the prompt': asks((request) =>
      withMessages(request, (message) => {
        return { ...message, text: message.text + JSON.stringify(request.transcript) }
      }),
    ),
    'shows a stale state': (agent) => {
      const states: string[] = []
      return prompts((prompt) => {
        states.push(STATE.exec(prompt)?.[0] ?? '')
        return prompt.replace(STATE, states.at(-2) ?? states[0] ?? '')
      })(agent)
    },
    'takes an earlier message for the newest': asks((request) => {
      const first = request.transcript.find(({ by }) => by === 'user')
      const changed = (entry: Entry): Entry => (entry.by === 'user' && first ? first : entry)
      return { ...request, transcript: request.transcript.map(changed) }
    }),
    'loses the result of a call': results({ result: '' }),
    'swallows a call': answers((answer) => ({ ...answer, calls: [], text: answer.text || 'Done.' })),
    'gives a call another id each time': (agent) => {
      let calls = 0
      return answers((answer) => {
        calls += 1
        return withIds(answer, () => `random-${calls}`)
      })(agent)
    },
  },
  'shows the message and the calls of its turn in each prompt': {
    'shows the message in the first prompt of its turn alone': prompts((prompt) =>
      prompt.replace(/The user says: .*\n\n(?=Calls since)/, ''),
    ),
  },
  'shows a session that begins inside of a chat what was said': {
    'begins a session inside of a chat empty': newestOnly,
  },
  'begins a branch at an edited message': {
    'shows an edited message the state of the messages that it replaces': newestOnly,
  },
  'leaves a call that waits with the branch that it belongs to': {
    'keeps a call that waits for an edited message': newestOnly,
  },
  'tells the model that a message was stopped': { 'hides that a message was stopped': withoutNotices },
  'closes a message that failed, and answers the next one': { 'hides that a message failed': withoutNotices },
  'leaves no orphaned call or result': {
    'gives all calls one id': (agent) => {
      let id = ''
      return asks(
        (request) => withResults(request, () => ({ call: id })),
        (answer) => {
          id = answer.calls[0]?.id ?? ''
          return withIds(answer, () => 'call')
        },
      )(agent)
    },
  },
  'gives the calls of two sessions ids of their own': {
    'counts the calls of each session from 0': (agent) => {
      const ids: string[] = []
      return asks(
        (request) => withResults(request, ({ call }) => ({ call: ids[Number(call.slice(5))] ?? '' })),
        (answer) => withIds(answer, (id) => `call-${ids.push(id) - 1}`),
      )(agent)
    },
  },
  'keeps the prompt within its bound': {
    'shows results of any length': () => embeddedAgent({ ...desk, maxResultChars: 1_000_000 }),
  },
  'asks again with the reasons of a rejected reply': {
    'loses the reasons of a rejected reply': prompts((prompt) =>
      prompt.replace(/\n\nYour last reply was [\s\S]*/, ''),
    ),
    'ends the step when a reply is rejected': () => embeddedAgent({ ...desk, attempts: 1 }),
  },
  'shows the model an image in the turn of its message alone': {
    'loses the image of a message': asks((request) => {
      const changed = (entry: Entry): Entry => (entry.by === 'user' ? { ...entry, parts: undefined } : entry)
      return { ...request, transcript: request.transcript.map(changed) }
    }),
    'shows the image of an earlier message again': (agent) => {
      let parts: Said['parts']
      return messages((message) => {
        parts = message.parts ?? parts
        return { ...message, parts }
      })(agent)
    },
    'writes an image into the text': messages((message) => {
      return { ...message, text: message.text + JSON.stringify(message.parts) }
    }),
  },
  'shows the model an image that a tool gives': {
    'loses the image of a result': results({ parts: undefined }),
  },
  'records what the model was not shown': {
    'records nothing that was dropped': answers((answer) => {
      return { ...answer, dropped: { ...answer.dropped, count: 0, entries: [] } }
    }),
  },
  'resumes from the journal after a crash': {
    'keeps sessions in the process alone': () => embeddedAgent(desk),
  },
  'streams the reply in pieces': {
    'holds the reply back until it is whole': asks((request) => ({ ...request, onEvent: undefined })),
  },
  'stops when it is aborted, and can be resumed': {
    'does not hear that it is aborted': asks((request) => ({ ...request, signal: undefined })),
  },
  'tells the model of a denied call': { 'takes a denial for a result': withoutOutcomes },
  'tells the model of a tool that failed': { 'takes a failure for a result': withoutOutcomes },
  'makes the calls of one answer at once, and shows their results together': {
    'gives one call of several at a time': answers((answer) => {
      return { ...answer, calls: answer.calls.slice(0, 1) }
    }),
  },
  'holds back one call of three for its approval': {
    'takes the denial of one call of three for a result': withoutOutcomes,
  },
  'tells the model of calls among which it was aborted, and repeats none': {
    'hides the calls among which it was aborted': prompts((prompt) =>
      prompt.replace(/\n\n(Calls since|Notice: )[\s\S]*/, ''),
    ),
  },
  'answers as data of a schema': {
    'reads data as an attempt at another form': asks(({ isData: _, ...request }) => request),
  },
}

/** Faults to plant in the agent of an adapter: each check of the suite that they name must notice, in every framework. */
export const adapterFaults: readonly AdapterFault[] = Object.entries(FAULTS).flatMap(([caughtBy, faults]) =>
  Object.entries(faults).map(([fault, tamper]) => ({ fault, caughtBy, tamper })),
)
