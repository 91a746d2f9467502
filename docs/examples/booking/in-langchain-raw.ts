import { bookingInLangchain } from '../in-langchain.ts'
import { scripted, talk } from './in-langchain.ts'
import type { BookingVersion } from './version.ts'

export const version: BookingVersion = {
  name: 'langchain-raw',
  source: 'in-langchain.ts',
  start(desk) {
    const model = scripted(desk, (newest) => desk.answer(newest, false))
    const talking = talk(bookingInLangchain(model, desk, []))
    return { say: (text) => talking.say(text) }
  },
}
