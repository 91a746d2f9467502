import { type Model, promptText, SkillStateError } from '@skill-state/protocol'
import type { Random } from './random.ts'
import { type Decision, decide, type Style } from './reader.ts'
import { viewOf } from './view.ts'

/** What ordinary models do wrong. */
const SLIPS = [
  'prose',
  'prose-for-call',
  'no-patch',
  'arguments',
  'tool-name',
  'missing-key',
  'bad-patch',
  'unknown-field',
  'full-map',
  'unreadable',
  'finish',
  'noted-nothing',
  'stuck',
  'outage',
] as const
export type Slip = (typeof SLIPS)[number]

export interface Erring {
  readonly random: Random
  readonly style: Style
  /** Percent of the calls that go wrong, now. */
  slips(this: void): number
  /** Hears each prompt before it is answered. */
  onPrompt(this: void, prompt: string): void
  onSlip(this: void, slip: Slip): void
}

/** A model that reads its prompt with care and sometimes errs, sometimes for a whole turn. */
export function erring({ random, style, slips, onPrompt, onSlip }: Erring): Model {
  let lasting: { readonly slip: Slip; readonly message: string; readonly text: string } | undefined
  return {
    id: 'reader',
    async generate({ prompt, signal }) {
      signal?.throwIfAborted()
      const text = promptText(prompt)
      onPrompt(text)
      signal?.throwIfAborted()
      const view = viewOf(text)
      const message = view.message.join('\n')
      if (slips() === 0 || (message !== '' && lasting?.message !== message)) lasting = undefined
      const slip = lasting?.slip ?? (random.chance(slips()) ? random.pick(SLIPS) : undefined)
      const decision = decide(view, style)
      const spoiled = lasting?.slip === 'stuck' ? lasting.text : slip && spoil(slip, decision)
      if (slip && spoiled !== undefined) {
        onSlip(slip)
        if (slip === 'stuck' || random.chance(15)) lasting = { slip, message, text: spoiled }
      }
      if (spoiled === OUTAGE) throw new SkillStateError('model-failed', 'the provider is overloaded')
      return { text: spoiled ?? written(decision), finishReason: 'stop', usage: {}, model: 'reader' }
    },
  }
}

function written({ patch, action }: { readonly patch?: unknown; readonly action: unknown }): string {
  return `Let me think.\n\`\`\`json\n${JSON.stringify({ state_patch: patch, action })}\n\`\`\``
}

/** In the place of a reply: the provider gives none. */
const OUTAGE = ''

/** Undefined if the slip does not fit the decision. */
function spoil(slip: Slip, { patch, action }: Decision): string | undefined {
  const [name = ''] = Object.keys(action)
  const input = action[name]
  const isReply = name === 'reply'
  switch (slip) {
    case 'prose':
      return typeof input === 'string' ? input : undefined
    case 'prose-for-call':
      return isReply ? undefined : 'Let me look that up.'
    case 'no-patch':
      return written({ action })
    case 'arguments':
      return isReply ? undefined : written({ patch, action: { name, arguments: input } })
    case 'tool-name':
      return isReply ? undefined : written({ patch, action: { [`${name}_order`]: input } })
    case 'missing-key':
      return isReply ? undefined : written({ patch, action: { [name]: {} } })
    case 'bad-patch':
      return written({ patch: { ...patch, phone: 5 }, action })
    case 'unknown-field':
      return written({ patch: { ...patch, colour: 'seen' }, action })
    case 'full-map':
      return written({ patch: { ...patch, seen: { a: 'x', b: 'x', c: 'x', d: 'x', e: 'x' } }, action })
    case 'unreadable':
      return written({ patch, action }).replace('"action":', '"action" ')
    case 'finish':
      return isReply ? written({ patch, action: { finish: 'Good bye.' } }) : undefined
    case 'noted-nothing':
      return isReply ? written({ patch: {}, action }) : undefined
    case 'outage':
      return OUTAGE
    case 'stuck':
      return name === 'order' ? written({ patch, action }) : undefined
  }
}
