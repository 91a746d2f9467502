import type { Migrations, StoredRecord } from '@skill-state/core/journal'
import { memoryJournal } from '@skill-state/core/journal/memory'
import type { JsonObject } from '@skill-state/protocol'
import { ensureSame } from '@skill-state/protocol/conformance'
import { memoryResults } from '@skill-state/tools'
import type { StepRequest } from '../embedded/embedded-agent.ts'
import { embeddedAgent, type StepAnswer } from '../embedded/index.ts'
import type { Session } from '../session/session.ts'
import type { SessionPlace, SessionStore } from '../stores.ts'
import type {
  AdapterRun,
  AdapterSetup,
  AdapterSuiteOptions,
  SayOptions,
  SentRequest,
  TurnReport,
} from './adapter.ts'
import { desk, deskReply, deskTools, type World } from './desk.ts'

/** The desk in a framework, and all that can be seen of it. */
export interface DeskRun {
  readonly framework: AdapterRun
  readonly world: World
  /** The session as it is now, with its last messages. */
  session(): Promise<
    Pick<Session, 'state' | 'call' | 'idle'> & { readonly said: ReturnType<Session['messages']> }
  >
  /** Says it, and expects a reply. */
  ask(text: string, options?: SayOptions): Promise<TurnReport>
  /** What reached the framework's model, in each of its calls. */
  readonly prompts: () => readonly string[]
}

export interface DeskOptions
  extends Partial<Pick<AdapterSetup, 'session' | 'reply' | 'marked' | 'searches'>> {
  /** The journal so far: the run continues with its session. */
  readonly records?: StoredRecord[] | undefined
  readonly world?: World | undefined
  /** Records that the store takes before the process dies. Default: no end. */
  readonly appends?: number | undefined
  /** Versions of the desk's state, for an agent that the adapter makes itself. */
  readonly versions?: { readonly schemaVersion: number; readonly migrations?: Migrations } | undefined
  /** What becomes of each call of a tool. Default: it is made. */
  readonly around?: ((input: JsonObject, call: () => Promise<string>) => Promise<string>) | undefined
  /** Hears what the adapter has asked the agent, and what it was answered. */
  readonly onStep?: ((request: StepRequest, answer: StepAnswer) => void) | undefined
}

export async function startDesk(
  { start, tamper = (agent) => agent }: AdapterSuiteOptions,
  options: DeskOptions = {},
): Promise<DeskRun> {
  const { records = [], world = { calls: [] }, appends = Infinity, session = 'desk-1' } = options
  const { reply = async (text: string) => deskReply(text), onStep, versions } = options
  const { marked = false, searches = false, around = (_, call) => call() } = options
  const { sessions, check } = mortalStore(records, appends)
  const made = { ...desk, ...versions, onWarning: () => {}, sessions }
  const agent = embeddedAgent(made)
  const tampered = tamper(agent)
  const framework = await start({
    agent: {
      open: (id) => agent.open(id),
      step: async (request) => {
        const answer = await tampered.step(request)
        onStep?.(request, answer)
        return answer
      },
    },
    own: versions && made,
    session,
    instructions: desk.instructions,
    tools: deskTools(world).map((tool) => ({
      ...tool,
      execute: async (input, call) => {
        check()
        return await around(input, () => tool.execute(input, call))
      },
    })),
    marked,
    searches,
    reply: async (text, signal) => {
      check()
      return reply(text, signal)
    },
  })
  return {
    framework,
    world,
    async session() {
      const opened = await agent.open(session)
      const { state, call, idle } = opened
      const said = opened.messages(9)
      await opened.close()
      return { state, call, idle, said }
    },
    async ask(text, said) {
      const turn = await framework.say(text, said)
      ensureSame(turn.end, 'replied', 'the end of the turn')
      return turn
    },
    prompts: () => framework.sent.map(promptOf),
  }
}

/** The prompt of a call, which has to be a system message and one of the user. */
function promptOf({ messages }: SentRequest): string {
  const roles = messages.map(({ role }) => role)
  ensureSame(roles, ['system', 'user'], 'the roles of the messages in each call of the model')
  return messages.map(({ text }) => text).join('\n\n')
}

/** A store in a process that dies when it has taken so many records: `check` throws from then on. */
function mortalStore(
  records: StoredRecord[],
  appends: number,
): { readonly sessions: SessionStore; readonly check: () => void } {
  let left = appends
  const check = (): void => {
    if (left <= 0) throw new Error('the process is dead')
  }
  const results = memoryResults()
  const open = (): SessionPlace => {
    const journal = memoryJournal(records)
    const append = (record: StoredRecord): void => {
      check()
      left -= 1
      journal.append(record)
    }
    return { journal: { ...journal, append }, results, close: () => journal.close() }
  }
  return { sessions: { open }, check }
}
