import { bookingInMastra } from '../in-mastra.ts'
import { scripted, textOf } from './in-ai-sdk.ts'
import { talk } from './in-mastra.ts'
import type { BookingVersion } from './version.ts'

export const version: BookingVersion = {
  name: 'mastra-raw',
  source: 'in-mastra.ts',
  start(desk) {
    const model = scripted(desk, ({ prompt }) => desk.answer(textOf(prompt.at(-1)?.content), false))
    return talk(bookingInMastra(model, desk, []))
  },
}
