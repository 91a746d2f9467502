import { loadSkill } from '@skill-state/agent-skills'
import { applyPatch, type CompiledSkill, compileSkill } from '@skill-state/core'
import { history } from '@skill-state/core/journal'
import { brief } from '../../brief.ts'
import { guardsOf } from '../prepare.ts'
import { withJournal } from './journal-file.ts'

/** Applies the patches of recorded sessions to the skill's state as it is now. Returns how many sessions have a step that it rejects. */
export async function testSessions(folder: string, journals: readonly string[]): Promise<number> {
  const loaded = loadSkill(folder)
  const skill = compileSkill(loaded, { guards: guardsOf(loaded) })
  let failed = 0
  for (const file of journals) {
    const { steps, problem } = await replay(skill, file)
    process.stdout.write(
      `${brief(file)}: ${steps} steps, ${problem === undefined ? 'all accepted' : brief(problem, 300)}\n`,
    )
    if (problem !== undefined) failed += 1
  }
  return failed
}

/** How many steps the state accepts, and why not the next one. */
async function replay(
  skill: CompiledSkill,
  file: string,
): Promise<{ readonly steps: number; readonly problem?: string }> {
  return await withJournal(file, (store) => {
    let state = skill.initialState
    let steps = 0
    for (const { index, patch, undone } of history(store)) {
      if (undone) continue
      const applied = applyPatch(skill, state, patch ?? {})
      if (!applied.ok) {
        const reasons = applied.issues.map(({ path, message }) => `${path || 'the state'}: ${message}`)
        return { steps, problem: `step ${index + 1} is rejected: ${reasons.join('; ')}` }
      }
      state = applied.value.state
      steps += 1
    }
    return { steps }
  })
}
