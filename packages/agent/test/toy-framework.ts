import { type Model, promptText } from '@skill-state/protocol'
import type { AdapterRun, AdapterSetup, SentMessage, TurnReport } from '../src/conformance/index.ts'
import { type Entry, embeddedAgent, notShown } from '../src/embedded/index.ts'
import type { EntryCall } from '../src/embedded/transcript.ts'

/** Faults that lie in an adapter itself, not in the agent. */
export interface ToyFaults {
  readonly orphan?: boolean
  readonly untraced?: boolean
  readonly unlimited?: boolean
  readonly executesUnapproved?: boolean
  readonly forgetsEntries?: boolean
  readonly forgetsMigrations?: boolean
}

/** A framework of one screen, with an adapter in it: a loop, a transcript, approvals, spans. */
export function toyFramework(setup: AdapterSetup, faults: ToyFaults = {}): AdapterRun {
  const { session, instructions, reply, own } = setup
  const migrations = faults.forgetsMigrations ? undefined : own?.migrations
  const agent = own ? embeddedAgent({ ...own, migrations }) : setup.agent
  const tools = new Map(setup.tools.map((tool) => [tool.name, tool]))
  const transcript: Entry[] = []
  const sent: SentMessage[][] = []
  const spans: ('model' | 'tool')[] = []
  let pieces: string[] = []

  const scripted: Model = {
    id: 'toy',
    generate: async ({ signal, onText, ...request }) => {
      const prompt = promptText(request.prompt)
      const orphan = faults.orphan ? [{ role: 'tool', text: 'stale', calls: [], results: ['call-0'] }] : []
      sent.push([...orphan, { role: 'user', text: prompt, calls: [], results: [] }])
      signal?.throwIfAborted()
      const text = await reply(prompt, signal)
      for (const piece of text.match(/[\s\S]{1,7}/g) ?? []) onText?.(piece)
      return { text, finishReason: 'stop', usage: {}, model: 'toy' }
    },
  }

  const execute = async (call: EntryCall): Promise<void> => {
    spans.push('tool')
    try {
      const result = await tools.get(call.tool)?.execute(call.input as never, call.id)
      transcript.push({ by: 'tool', call: call.id, result })
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
        onEvent: (event) => {
          if (event.type === 'reply-text') pieces.push(event.text)
          if (event.type === 'patch-rejected') pieces = []
        },
      })
      transcript.push({ by: 'assistant', text: answer.text, calls: answer.call ? [answer.call] : [] })
      if (!answer.call) return { end: 'replied', text: answer.text, pieces }
      if (tools.get(answer.call.tool)?.approve && !faults.executesUnapproved)
        return { end: 'approval', text: '', pieces }
      await execute(answer.call)
    }
    return { end: 'steps', text: '', pieces }
  }

  return {
    sent,
    transcript: () => transcript,
    spans: () => spans,
    say(text, { signal, maxSteps, image } = {}) {
      transcript.push({ by: 'user', text: image ? `${text}\n${notShown('image/png')}` : text })
      return loop(signal, maxSteps)
    },
    edit(back, text) {
      const said = transcript.flatMap(({ by }, index) => (by === 'user' ? [index] : []))
      transcript.length = said.at(-1 - back) ?? 0
      return this.say(text)
    },
    async decide(approved, reason) {
      const last = transcript.at(-1)
      const [call] = (last?.by === 'assistant' && last.calls) || []
      if (!call) throw new Error('no call waits')
      if (approved) await execute(call)
      else transcript.push({ by: 'tool', call: call.id, result: reason, outcome: 'denied' })
      return loop()
    },
  }
}
