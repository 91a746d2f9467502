import type { Migrations, StoredRecord } from '@skill-state/core/journal'
import { memoryJournal } from '@skill-state/core/journal/memory'
import type { JsonObject } from '@skill-state/protocol'
import { memoryResults } from '@skill-state/tools'
import type { StepRequest } from '../embedded/embedded-agent.ts'
import { embeddedAgent, type StepAnswer } from '../embedded/index.ts'
import type { Session } from '../session/session.ts'
import type { SessionStore } from '../stores.ts'
import type { AdapterRun, AdapterSetup, AdapterSuiteOptions } from './adapter.ts'
import { desk, deskReply, deskTools, type World } from './desk.ts'

/** The desk in a framework, and all that can be seen of it. */
export interface DeskRun {
  readonly framework: AdapterRun
  readonly world: World
  /** Opens the session to read it. */
  open(): Promise<Session>
}

export interface DeskOptions {
  /** Names the session. Default: `desk-1`. */
  readonly session?: string | undefined
  /** The journal so far: the run continues with its session. */
  readonly records?: StoredRecord[] | undefined
  readonly world?: World | undefined
  /** Records that the store takes before the process dies. Default: no end. */
  readonly appends?: number | undefined
  /** Versions of the desk's state, for an agent that the adapter makes itself. */
  readonly versions?: { readonly schemaVersion: number; readonly migrations?: Migrations } | undefined
  readonly reply?: AdapterSetup['reply'] | undefined
  readonly marked?: boolean | undefined
  readonly searches?: boolean | undefined
  /** What becomes of each call of a tool. Default: it is made. */
  readonly around?: ((input: JsonObject, call: () => Promise<string>) => Promise<string>) | undefined
  /** Hears what the adapter has asked the agent, and what it was answered. */
  readonly onStep?: ((request: StepRequest, answer: StepAnswer) => void) | undefined
}

/** Starts the desk in the framework. */
export async function startDesk(
  { start, tamper = (agent) => agent }: AdapterSuiteOptions,
  options: DeskOptions = {},
): Promise<DeskRun> {
  const { records = [], world = { calls: [] }, appends = Infinity, session = 'desk-1' } = options
  const { reply = async (text: string) => deskReply(text), onStep, versions } = options
  const { marked = false, searches = false, around = (_, call) => call() } = options
  const death = new Death(appends)
  const sessions = storeOf(records, death)
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
        death.check()
        return await around(input, () => tool.execute(input, call))
      },
    })),
    marked,
    searches,
    reply: async (text, signal) => {
      death.check()
      return reply(text, signal)
    },
  })
  return { framework, world, open: () => agent.open(session) }
}

/** A process that dies when its store has taken some records: from then on nothing works in it. */
class Death {
  #left: number

  constructor(appends: number) {
    this.#left = appends
  }

  append(): void {
    this.check()
    this.#left -= 1
  }

  check(): void {
    if (this.#left <= 0) throw new Error('the process is dead')
  }
}

function storeOf(records: StoredRecord[], death: Death): SessionStore {
  const results = memoryResults()
  return {
    open: () => {
      const journal = memoryJournal(records)
      const append = (record: StoredRecord): void => {
        death.append()
        journal.append(record)
      }
      return { journal: { ...journal, append }, results, close: () => journal.close() }
    },
  }
}
