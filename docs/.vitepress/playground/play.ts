import { type AgentEvent, agent, memorySessions, type Session, type Tool } from '@skill-state/agent'
import { type JsonObject, type JsonValue, type Model, promptText } from '@skill-state/protocol'

/** What the page edits; a link has all of it. */
export interface Setup {
  readonly instructions: string
  /** JSON Schema of the state. */
  readonly state: string
  /** Tools by name, as JSON; see `ToolText`. */
  readonly tools: string
  /** A message a line. */
  readonly messages: string
  /** What the scripted model answers, in order, with a line `---` between. */
  readonly replies: string
}

/** A tool without code, so that a link of somebody else runs none. */
interface ToolText {
  readonly description: string
  readonly input: JsonObject
  /** The result, with `{field}` for a field of the input; or results by the first field's value, `*` for the rest. */
  readonly result: string | Readonly<Record<string, string>>
  /** Why a person must approve the call. */
  readonly approve?: string
}

/** A call of the model, and what became of its reply. */
export interface Step {
  readonly prompt: string
  readonly before: JsonValue
  reply: string
  after: JsonValue
  /** Why the reply was rejected; empty if it was not. */
  readonly rejected: string[]
  /** What a transcript would send in place of the prompt, in characters. */
  readonly transcriptChars: number
}

/** What is shown in the order in which it happens. */
export type Shown =
  | { readonly kind: 'step'; readonly step: Step }
  | { readonly kind: 'said'; readonly by: string; readonly text: string }

/** The person in front of the page. Returns `yes`, or why not. */
export type Decide = (call: {
  readonly tool: string
  readonly input: unknown
  readonly reason?: string | undefined
}) => Promise<string>

function toolOf(name: string, { description, input, result, approve }: ToolText): Tool {
  return {
    description,
    input,
    ...(approve !== undefined && { approve: () => approve }),
    execute: (given: JsonObject) => {
      const fields = Object.entries(given)
      const texts = fields.map(
        ([field, value]) => [field, typeof value === 'string' ? value : JSON.stringify(value)] as const,
      )
      const key = texts[0]?.[1] ?? ''
      const text =
        typeof result === 'string'
          ? result
          : (result[key] ?? result['*'] ?? `${name}: nothing is known of ${key}`)
      return texts.reduce((filled, [field, value]) => filled.replaceAll(`{${field}}`, value), text)
    },
  }
}

function parsed<T>(what: string, text: string): T {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`${what}: not JSON: ${(error as Error).message}`)
  }
}

/** Answers with the replies of the setup. */
export function scriptedModel({ replies }: Setup): Model {
  const left = replies.split(/^---$/m).map((reply) => reply.trim())
  return {
    id: 'scripted',
    async generate() {
      const text = left.shift()
      if (text === undefined || text === '')
        throw new Error('the script has no reply left: add one below a line ---')
      return { text, usage: {}, finishReason: 'stop', model: 'scripted' }
    },
  }
}

/** Plays all messages with an agent in this page. Throws for a setup that cannot be played. */
export async function* play(setup: Setup, model: Model, decide: Decide): AsyncGenerator<Shown> {
  const steps: Step[] = []
  const queue: Shown[] = []
  let session: Session<unknown> | undefined
  let transcript = 0
  const state = (): JsonValue => structuredClone(session?.state ?? {}) as JsonValue
  const watched: Model = {
    ...model,
    async generate(request) {
      const prompt = promptText(request.prompt)
      if (steps.length === 0) transcript += fixedChars(prompt)
      const before = state()
      const step: Step = {
        prompt,
        before,
        after: before,
        reply: '',
        rejected: [],
        transcriptChars: transcript,
      }
      steps.push(step)
      queue.push({ kind: 'step', step })
      const response = await model.generate(request)
      step.reply = response.text
      transcript += response.text.length
      return response
    },
  }
  /** At once: what is heard belongs to the step that the model was asked last. */
  function heard(event?: AgentEvent): void {
    const last = steps.at(-1)
    if (last !== undefined) last.after = state()
    if (event?.type === 'patch-rejected')
      last?.rejected.push(...event.issues.map(({ path, message }) => `${path || '/'}: ${message}`))
    if (event?.type === 'tool-ended') {
      transcript += event.text.length
      queue.push({ kind: 'said', by: event.tool, text: event.text })
    }
    if (event?.type === 'reply') queue.push({ kind: 'said', by: 'agent', text: event.text })
  }
  const tools = parsed<Record<string, ToolText>>('Tools', setup.tools)
  const made = agent({
    model: watched,
    instructions: setup.instructions,
    state: parsed<JsonObject>('State', setup.state),
    initialState: initialOf(parsed<JsonObject>('State', setup.state)),
    tools: Object.fromEntries(Object.entries(tools).map(([name, tool]) => [name, toolOf(name, tool)])),
    onEvent: heard,
    onWarning: (text) => queue.push({ kind: 'said', by: 'warning', text }),
  })
  session = await made.open({ id: 'page', store: memorySessions() })
  for (const text of setup.messages.split('\n').filter((line) => line.trim() !== '')) {
    transcript += text.length
    queue.push({ kind: 'said', by: 'user', text })
    let turn = session.send(text)
    for (;;) {
      for await (const _ of turn) yield* queue.splice(0)
      heard()
      const { end, reasons = [], approval } = await turn.turn
      if (end !== 'replied' && end !== 'waiting')
        queue.push({ kind: 'said', by: end, text: reasons.join('; ') })
      yield* queue.splice(0)
      if (approval === undefined) break
      const answer = await decide(approval)
      queue.push({
        kind: 'said',
        by: 'user',
        text: answer === 'yes' ? `approves ${approval.tool}` : `denies ${approval.tool}: ${answer}`,
      })
      const { step } = approval
      turn = answer === 'yes' ? session.approve({ step }) : session.deny({ step, reason: answer })
    }
  }
  await session.close()
}

/** The characters of a prompt that are the same in each: without the state and the observation. */
function fixedChars(prompt: string): number {
  const [head = ''] = prompt.split('Skill Execution State:')
  const tail = prompt.slice(prompt.lastIndexOf('Provide your response with:'))
  return head.length + tail.length
}

/** Σ_0: the default of each field of the schema. */
function initialOf(schema: JsonObject): JsonObject {
  const fields = Object.entries((schema.properties ?? {}) as Readonly<Record<string, JsonObject>>)
  return Object.fromEntries(
    fields.flatMap(([name, field]) => (field.default === undefined ? [] : [[name, field.default]])),
  )
}
