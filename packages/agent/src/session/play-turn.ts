import { applyPatch, type Journal, parseReply, type RunSkillOptions, runSkill } from '@skill-state/core'
import type { OpenJournal } from '@skill-state/core/journal'
import type { RuntimeEnvironment } from '@skill-state/protocol'
import { LimitReached } from '@skill-state/protocol/meter'
import type { AgentEvent, TurnEnd } from '../events.ts'
import type { Parts } from './blueprint.ts'
import { callOf } from './conversation.ts'
import { nextMessage, shown } from './messages.ts'
import { TurnMeter } from './meter.ts'
import { metered } from './metered.ts'
import { waitingApproval, waitingCall } from './waiting.ts'

/** Runs until the session waits for somebody and nothing is left in its inbox. */
export async function playTurn(
  parts: Parts,
  given: RunSkillOptions['resumeWith'],
  signal: AbortSignal,
): Promise<TurnEnd> {
  const { journal, place, ledger } = parts
  const opened = { spent: ledger.spent, steps: journal.position.index }
  ledger.beginTurn()
  using meter = new TurnMeter(parts.agent.limits, ledger, opened)
  let answer = given
  try {
    for (;;) {
      const { pending, observation } = journal.position
      if (observation?.done) return 'finished'
      if (pending?.waiting && !answer) return ask(parts)
      if (observation?.waiting && !pending) {
        const message = nextMessage(parts)
        if (message === undefined) return 'replied'
        journal.resumed(journal.position.index, message.observation, message.taken)
        await place.flush?.()
      }
      await playSteps(parts, answer, meter, signal)
      answer = undefined
    }
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error
    const { scope, limit, spent, max } = error
    parts.emit({ type: 'limit-reached', limit: `${scope}.${limit}`, spent, most: max })
    return 'limit'
  } finally {
    await ledger.endTurn()
  }
}

async function playSteps(
  parts: Parts,
  resumeWith: RunSkillOptions['resumeWith'],
  meter: TurnMeter,
  signal: AbortSignal,
): Promise<void> {
  const { agent, journal } = parts
  const emit = (event: AgentEvent): void => parts.emit(event)
  const step = (): number => journal.position.index
  const check = (): void => {
    if (!isPaused(journal)) meter.check(step())
  }
  const steps = runSkill(
    {
      skill: agent.skill.skill,
      environment: environmentOf(parts),
      model: metered(agent.model, {
        spendings: meter.spendings,
        spent: () => parts.ledger.spent,
        limits: agent.limits.session,
        step,
        stateChars: () => journal.position.state.text.length,
        mayStream: (answer) => mayStream(parts, answer),
        emit,
        onUnknownUsage: () => parts.ledger.tellUnknown(agent.model.id),
      }),
      signal: AbortSignal.any([signal, meter.signal]),
    },
    {
      ...agent.run,
      commit: 'after-accept',
      maxObservationChars: agent.maxObservationChars,
      journal: recordingOf(parts),
      resumeWith,
      onUnknown: unknownOf(parts),
      onRejected: ({ issues }) => emit({ type: 'patch-rejected', step: step(), issues }),
      onDecided: ({ patch = {}, reasoning, prose }) =>
        emit({ type: 'patch-accepted', step: step(), patch, reasoning, prose }),
    },
  )
  check()
  for await (const _ of steps) check()
}

/** Whether the patch before a reply will be accepted: a text that is streamed cannot be taken back. */
function mayStream({ agent, journal }: Parts, answer: string): boolean {
  const isFenced = answer.split('```').length % 2 === 0
  const parsed = parseReply(`${answer}…"}}${isFenced ? '\n```' : ''}`)
  if (!parsed.ok) return false
  const { patch, ...context } = parsed.value
  return applyPatch(agent.skill, journal.position.state, patch, context).ok
}

function environmentOf(parts: Parts): RuntimeEnvironment {
  const { world } = parts
  return {
    actionSchema: world.actionSchema,
    tools: world.tools,
    reset: () => world.reset(),
    step: async (action, options) => {
      const observation = await world.step(action, options)
      if (observation.waiting || observation.done) return observation
      return { ...observation, text: shown(parts, { results: [observation.text] }) }
    },
  }
}

function isPaused({ position: { observation, pending } }: OpenJournal): boolean {
  return (
    observation?.done === true ||
    pending?.waiting !== undefined ||
    (!pending && observation?.waiting !== undefined)
  )
}

/** Asks for what the pending call waits for. */
function ask(parts: Parts): TurnEnd {
  const { journal } = parts
  const [approval, call] = [waitingApproval(journal), waitingCall(journal)]
  if (approval) parts.emit({ type: 'approval-needed', ...approval })
  if (call) parts.emit({ type: 'call-needed', ...call })
  return approval ? 'approval' : 'call'
}

/** What is done about an action that was cut off; undefined if none was. */
function unknownOf({ agent, journal }: Parts): RunSkillOptions['onUnknown'] {
  const { pending } = journal.position
  const [name] = (pending && callOf(pending.action)) ?? []
  if (name === undefined) return 'repeat'
  const tool = agent.world.tools[name]
  // A call without `execute` was not handed to anybody yet.
  if (tool?.execute === undefined || tool.onUnknown === 'repeat') return 'repeat'
  return {
    text: `The call of ${name} was cut off. Whether it took effect is not known: find out before you repeat it.`,
    done: false,
  }
}

/** The journal, with what was spent on each decision; each record is safe before the next thing happens. */
function recordingOf(parts: Parts): Journal {
  const { journal, place, asked } = parts
  const safely = async (record: () => void): Promise<void> => {
    record()
    await place.flush?.()
  }
  return {
    get id() {
      return journal.id
    },
    get position() {
      return journal.position
    },
    started: (observation) => safely(() => journal.started(observation)),
    decided: (decision) =>
      safely(() => journal.decided({ ...decision, asked: asked.news(), spent: { ...parts.ledger.spent } })),
    answered: (answer) => safely(() => journal.answered(answer)),
    waiting: (index, waiting) => safely(() => journal.waiting(index, waiting)),
    approved: (index, action) => safely(() => journal.approved(index, action)),
    resumed: (index, observation) => safely(() => journal.resumed(index, observation)),
    received: (message) => safely(() => journal.received(message)),
  }
}
