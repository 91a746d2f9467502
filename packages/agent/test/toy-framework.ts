import type {
  AdapterRun,
  AdapterSetup,
  SayOptions,
  SentRequest,
  TurnReport,
} from '../src/conformance/adapter.ts'
import type { StepRequest } from '../src/embedded/embedded-agent.ts'
import { contentOf, type Entry, embeddedAgent } from '../src/embedded/index.ts'
import type { EntryCall } from '../src/embedded/transcript.ts'

/** Faults that lie in an adapter itself, not in the agent. */
export interface ToyFaults {
  readonly orphan?: boolean
  readonly untraced?: boolean
  readonly unlimited?: boolean
  readonly executesUnapproved?: boolean
  readonly forgetsEntries?: boolean
  readonly forgetsMigrations?: boolean
  readonly hidesTools?: boolean
  readonly textOnly?: boolean
}

/** A framework of one screen, with an adapter in it: a loop, a transcript, approvals, spans. */
export function toyFramework(setup: AdapterSetup, faults: ToyFaults = {}): AdapterRun {
  const { session, instructions, reply, own } = setup
  const migrations = faults.forgetsMigrations ? undefined : own?.migrations
  const agent = own ? embeddedAgent({ ...own, migrations }) : setup.agent
  const tools = new Map(setup.tools.map((tool) => [tool.name, tool]))
  const transcript: Entry[] = []
  const sent: SentRequest[] = []
  const spans: ('model' | 'tool')[] = []
  let pieces: string[] = []
  let said: SayOptions = {}
  let beside = ''

  const scripted: StepRequest['model'] = {
    id: 'toy',
    capabilities: { native: 'calls' },
    generate: async ({ signal, onText, ...request }) => {
      const given = typeof request.prompt === 'string' ? [] : request.prompt
      const prompt = given.map((message): SentRequest['messages'][number] => {
        const { role, text } = message
        return {
          role,
          text,
          images: message.role === 'user' ? message.parts?.map(({ data }) => data) : [],
          calls: [],
          results: [],
          marked: role === 'system' && setup.marked && !faults.textOnly,
        }
      })
      const orphan = faults.orphan ? [{ role: 'tool', text: 'stale', calls: [], results: ['call-0'] }] : []
      const { toolChoice, output } = said
      const tools = (request.tools ?? []).map(({ name }) => name)
      const own = toolChoice === 'none' ? tools.slice(-2) : tools
      const all = setup.searches && !faults.textOnly ? [...own, 'web_search'] : own
      sent.push({
        messages: [...orphan, ...prompt],
        tools: faults.hidesTools ? [] : all,
        toolChoice,
        hasSchema: output !== undefined,
      })
      signal?.throwIfAborted()
      const { text, calls, reasoning = '', searched = '' } = await reply(prompt.at(-1)?.text ?? '', signal)
      if (!faults.textOnly) beside += reasoning + searched
      for (const piece of text.match(/[\s\S]{1,7}/g) ?? []) onText?.(piece)
      return { text, calls, finishReason: 'stop', usage: {}, model: 'toy' }
    },
  }

  const execute = async (call: EntryCall): Promise<void> => {
    spans.push('tool')
    try {
      const tool = tools.get(call.tool)
      const result = await tool?.execute(call.input as never, call.id)
      const { text, parts } = contentOf([tool?.draws ? { kind: 'image/png', data: result } : (result ?? '')])
      transcript.push({ by: 'tool', call: call.id, result: text, parts })
    } catch (error) {
      transcript.push({ by: 'tool', call: call.id, result: (error as Error).message, outcome: 'failed' })
    }
  }

  const loop = async (signal?: AbortSignal, maxSteps = 60): Promise<TurnReport> => {
    pieces = []
    for (let step = 0; step < maxSteps || faults.unlimited; step += 1) {
      signal?.throwIfAborted()
      if (!faults.untraced) spans.push('model')
      const answer = await agent.step({
        session,
        model: scripted,
        instructions,
        tools: setup.tools,
        transcript: faults.forgetsEntries ? transcript.slice(-1) : [...transcript],
        signal,
        isData: said.output !== undefined,
        onEvent: (event) => {
          if (event.type === 'reply-text') pieces.push(event.text)
          if (event.type === 'patch-rejected') pieces = []
        },
      })
      const { text, calls } = answer
      transcript.push({ by: 'assistant', text, calls })
      const data = said.output && calls.length === 0 ? JSON.parse(text) : undefined
      if (calls.length === 0) return { end: 'replied', text, pieces, data, beside }
      const mustAsk = ({ tool }: EntryCall): boolean =>
        tools.get(tool)?.approve === true && !faults.executesUnapproved
      await Promise.all(calls.filter((call) => !mustAsk(call)).map(execute))
      if (calls.some(mustAsk)) return { end: 'approval', text: '', pieces }
    }
    return { end: 'steps', text: '', pieces }
  }

  return {
    sent,
    transcript: () => transcript,
    spans: () => spans,
    say(text, options = {}) {
      said = options
      const { signal, maxSteps, image } = options
      const parts = image ? [text, { kind: 'image', data: image }] : [text]
      transcript.push({ by: 'user', ...contentOf(parts) })
      return loop(signal, maxSteps)
    },
    edit(back, text) {
      const said = transcript.flatMap(({ by }, index) => (by === 'user' ? [index] : []))
      transcript.length = said.at(-1 - back) ?? 0
      return this.say(text)
    },
    async decide(approved, reason) {
      const answered = transcript.flatMap((entry) => (entry.by === 'tool' ? [entry.call] : []))
      const last = transcript.findLast(({ by }) => by === 'assistant')
      const calls = (last?.by === 'assistant' && last.calls) || []
      const call = calls.find(({ id }) => !answered.includes(id))
      if (!call) throw new Error('no call waits')
      if (approved) await execute(call)
      else transcript.push({ by: 'tool', call: call.id, result: reason, outcome: 'denied' })
      return loop()
    },
  }
}
