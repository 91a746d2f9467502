import { MemorySession } from '@openai/agents'
import { bookingInAgents } from '../in-openai-agents.ts'
import { scripted, talk } from './in-openai-agents.ts'
import type { BookingVersion } from './version.ts'

export const version: BookingVersion = {
  name: 'openai-agents-raw',
  source: 'in-openai-agents.ts',
  start(desk) {
    const model = scripted(desk, (newest) => desk.answer(newest, false))
    return talk(bookingInAgents(model, desk), new MemorySession())
  },
}
