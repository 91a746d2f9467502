import { AIMessage } from '@langchain/core/messages'
import { bookingInLangchain } from '../in-langchain.ts'
import { scripted, talk } from './in-langchain.ts'
import type { BookingVersion } from './version.ts'

export const version: BookingVersion = {
  name: 'langchain-raw',
  source: 'in-langchain.ts',
  start(desk) {
    let calls = 0
    const model = scripted(desk, (newest) => {
      const { action } = desk.decide(newest)
      if ('reply' in action) return new AIMessage(action.reply)
      calls += 1
      const call = {
        type: 'tool_call' as const,
        id: `call-${calls}`,
        name: action.tool,
        args: { ...action.input },
      }
      return new AIMessage({ content: '', tool_calls: [call] })
    })
    const talking = talk(bookingInLangchain(model, desk, []))
    return { say: (text) => talking.say(text) }
  },
}
