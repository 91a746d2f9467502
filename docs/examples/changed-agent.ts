import { type Agent, agent } from '@skill-state/agent'
import { scripted } from '@skill-state/models'
import { z } from 'zod'

const state = z.strictObject({
  // Version 1 called it `flight`.
  booking: z.string().max(20).optional(),
  // New: sessions that lack it get the default when they are opened.
  seat: z.enum(['aisle', 'window', 'any']).default('any'),
})

const desk: Agent<z.infer<typeof state>> = agent({
  name: 'desk',
  model: scripted([]),
  instructions: 'You book flights.',
  state,
  schemaVersion: 2,
  migrations: { 1: ({ flight, ...rest }) => (flight === undefined ? rest : { ...rest, booking: flight }) },
  tools: {},
})
export default desk
