import type { ModelMessage } from 'ai'
import { bookingBefore } from '../in-ai-sdk.ts'
import { scripted, talk, textOf } from './in-ai-sdk.ts'
import type { BookingVersion } from './version.ts'

export const version: BookingVersion = {
  name: 'ai-sdk-raw',
  source: 'in-ai-sdk.ts',
  start(desk) {
    const messages: ModelMessage[] = []
    const model = scripted(desk, (options) => desk.answer(textOf(options.prompt.at(-1)?.content), false))
    const agent = bookingBefore(model, desk)
    return {
      say(text) {
        messages.push({ role: 'user', content: text })
        return talk((all) => agent.generate({ messages: all }), messages)
      },
    }
  },
}
