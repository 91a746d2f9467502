import { applyPatch, compileSkill } from '@skill-state/core'
import { type MergeRule, mergeRules } from '@skill-state/core/guards'

/** The lowest price that was ever seen stays. */
function lowest(): MergeRule {
  return {
    name: 'lowest',
    combine(written, present) {
      if (typeof written !== 'number') {
        return { ok: false, issues: [{ path: '', message: 'expected a price, which is a number' }] }
      }
      return { ok: true, value: typeof present === 'number' ? Math.min(present, written) : written }
    },
  }
}

const skill = {
  name: 'prices',
  instructions: 'Note each price.',
  schema: { type: 'object', properties: { prices: { type: 'object' } }, required: ['prices'] },
  initialState: { prices: { lamp: 30 } },
}
const compiled = compileSkill(skill, { guards: [mergeRules({ '/prices/*': lowest() })] })
for (const patch of [{ prices: { lamp: 35, desk: 80 } }, { prices: { lamp: 'cheap' } }]) {
  const result = applyPatch(compiled, compiled.initialState, patch)
  console.log(result.ok ? result.value.state.text : result.issues[0]?.message)
}
