import { diff, mergeEncoding, promptLayout } from '@skill-state/core'
import { defineRuntime, isJsonObject, type JsonObject, type RuntimeRecord } from '@skill-state/protocol'
import { z } from 'zod'
import { attempts } from '../turns/options.ts'
import { changeBlock } from './_reply-block.ts'
import { runAround } from './around-skill.ts'

const heading = '\n\nSkill Execution State, which you write anew:\n'
const [block = ''] = Object.keys(promptLayout.replies)
const ending = `\n\nWrite the whole state anew: what you leave out is forgotten.${block}`

/**
 * SKILL.state without patches: each reply holds the whole next state, as MEM1 asks for it (without its training,
 * https://github.com/MIT-MI/MEM1). It separates what the state brings from what patches bring.
 */
export const stateRewrite: RuntimeRecord<{ attempts: number }> = defineRuntime({
  id: 'state-rewrite',
  description: 'the state and the newest observation; the model writes the whole state anew',
  options: z.strictObject({ attempts }),
  layout: { ...promptLayout, heading, replies: { [ending]: 'whole-state' } },
  ink: { light: '#9f1239', dark: '#f49ab0', dash: '1 2' },
  run: (input, { attempts }) =>
    runAround(input, {
      attempts,
      heading,
      ask: (text) =>
        text
          .replace(block, () => ending)
          .replace('State Patch', 'whole next State')
          .replace(`"state_patch": ${mergeEncoding.form}`, '"state": { <dict: the whole next state> }'),
      reply: (reply, shown) => changeBlock(reply, (written) => asPatch(written, shown)),
    }),
})

function asPatch({ state, ...rest }: JsonObject, shown: string): JsonObject {
  if (!isJsonObject(state)) return rest
  const before: unknown = JSON.parse(shown.slice(shown.indexOf('{'), shown.lastIndexOf('}') + 1))
  return { state_patch: isJsonObject(before) ? diff(before, state) : state, ...rest }
}
