import { join } from 'node:path'
import { loadSkill } from '@skill-state/agent-skills'
import { applyPatch, type CompiledSkill, compileSkill } from '@skill-state/core'
import { history } from '@skill-state/core/journal'
import { invalidOption } from '@skill-state/protocol'
import { brief } from '../brief.ts'
import { journalsIn } from '../journal-episode.ts'
import { guardsOf } from '../run/prepare.ts'
import { withJournal } from '../run/recordings/journal-file.ts'

/** Applies the patches of recorded sessions to the skill's state as it is now. Returns the exit code. */
export async function testCommand(folder: string, files: readonly string[]): Promise<number> {
  const loaded = loadSkill(folder)
  const skill = compileSkill(loaded, { guards: guardsOf(loaded) })
  const journals = journalsIn(files.length > 0 ? files : [folder])
  if (journals.length === 0) {
    throw invalidOption(
      `${folder}: it has no recorded session: keep one with run --journal ${join(folder, 'sessions/first.journal')}`,
    )
  }
  let failed = 0
  for (const file of journals) {
    const { steps, problem } = await replay(skill, file)
    process.stdout.write(
      `${brief(file)}: ${steps} steps, ${problem === undefined ? 'all accepted' : brief(problem, 300)}\n`,
    )
    if (problem !== undefined) failed += 1
  }
  return failed === 0 ? 0 : 1
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
