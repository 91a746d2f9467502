import { type Agent, agent } from '@skill-state/agent'
import { scripted } from '@skill-state/models'
import { z } from 'zod'

/** The agent of `migrate.test.ts` as it is later: its state has one field more, and version 2 has another name for one. */
const grown: Agent<unknown> = agent({
  name: 'counter',
  model: scripted([]),
  instructions: 'Count.',
  state: z.strictObject({ total: z.int(), unit: z.enum(['piece', 'box']).default('piece') }),
  initialState: { total: 0, unit: 'piece' },
  schemaVersion: 2,
  migrations: { 1: ({ count = 0, ...rest }) => ({ ...rest, total: count }) },
  tools: {},
  onWarning: () => {},
})
export default grown
