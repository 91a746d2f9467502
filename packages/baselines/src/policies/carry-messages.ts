import type { PolicyMessage } from '@skill-state/policies'
import type { Turn } from '@skill-state/protocol'
import type { Carrier } from '../turns/run-turns.ts'
import { buildTranscriptPrompt, transcriptLayout } from '../turns/transcript-prompt.ts'
import { turnsText } from '../turns/turn-text.ts'

const { label } = transcriptLayout.turns

/** Stands for an observation that a policy took out. */
const NOT_SHOWN = '[not shown]'

/** What a policy makes of the messages before a call, within so many of its tokens. Of what it returns, role and text are shown. */
export type Show = (
  messages: readonly PolicyMessage[],
  tokens: number,
) => readonly PolicyMessage[] | Promise<readonly PolicyMessage[]>

/** What the library policies count for a token, by their estimates. */
const CHARS_PER_TOKEN = 4

/** A budget in characters as tokens of a policy: at least one. */
export function tokensIn(chars: number): number {
  return Math.max(1, Math.ceil(chars / CHARS_PER_TOKEN))
}

/**
 * Carries the transcript as messages through a policy: a reply is an assistant message with one call, the next observation its result.
 * The newest is always shown. The budget is given to the policy as tokens of four characters, what is always shown taken off.
 */
export function carryMessages(instructions: string, maxPromptChars: number, show: Show): Carrier {
  return {
    async show(observation, turns) {
      const always = buildTranscriptPrompt(instructions, '', observation).length
      const tokens = tokensIn(maxPromptChars - always + observation.length)
      const shown = turnsOf(await show(messagesOf(turns, observation), tokens))
      return { prompt: buildTranscriptPrompt(instructions, turnsText(shown, label), observation) }
    },
  }
}

/** Turns and the newest observation as the messages of an agent that calls one tool a step. */
export function messagesOf(turns: readonly Turn[], observation: string): readonly PolicyMessage[] {
  const observed = [...turns.map((turn) => turn.observation), observation]
  return observed.flatMap((content, at): readonly PolicyMessage[] => {
    const seen: PolicyMessage =
      at === 0 ? { role: 'user', content } : { role: 'tool', tool: 'act', callId: `call_${at}`, content }
    const turn = turns[at]
    if (turn === undefined) return [seen]
    const calls = [{ id: `call_${at + 1}`, name: 'act', arguments: {} }]
    return [seen, { role: 'assistant', content: turn.response, calls }]
  })
}

function turnsOf(messages: readonly PolicyMessage[]): readonly Turn[] {
  const turns: Turn[] = []
  let observation = NOT_SHOWN
  for (const { role, content } of messages) {
    if (role === 'assistant') turns.push({ observation, response: content })
    observation = role === 'assistant' ? NOT_SHOWN : content
  }
  return turns
}
