import { applyPatch, compileSkill } from '@skill-state/core'
import { schemaGuards } from '@skill-state/core/guards'
import { z } from 'zod'

const skill = {
  name: 'orders',
  instructions: 'Ship each order once, then forget it.',
  schema: z.strictObject({
    customer: z.string().meta({ 'x-protected': true }),
    open: z.record(z.string(), z.string().meta({ 'x-named-by-action': true, 'x-merge': 'once' })),
    log: z.array(z.string()).meta({ 'x-merge': { rule: 'append', most: 100 } }),
  }),
  initialState: { customer: 'Ada', open: { o1: 'lamp', o2: 'desk' }, log: [] },
}
const guards = schemaGuards(compileSkill(skill).schema)
const guarded = compileSkill(skill, { guards }) // in an episode: runSkill(input, { patch: { guards } })

let state = guarded.initialState
function attempt(patch: object, reply: { action: string }): void {
  const result = applyPatch(guarded, state, patch, reply)
  if (result.ok) state = result.value.state
  console.log(result.ok ? state.text : result.issues.map(({ path, message }) => `${path}: ${message}`).join())
}

// Forgets an order beside the one that is shipped.
attempt({ open: { o1: null, o2: null } }, { action: 'Ship o1' })
// Forgets the right one, and adds a line to the log.
attempt({ open: { o1: null }, log: ['shipped o1'] }, { action: 'Ship o1' })
// Overwrites what is protected.
attempt({ customer: 'Bob' }, { action: 'Wait' })
// Sets anew what is set once.
attempt({ open: { o2: 'lamp' } }, { action: 'Relabel o2' })
