import type { Skill, Task } from '@skill-state/protocol'

/** The skill of one task: the benchmark's, with what the task adds to its instructions after a blank line. */
export function taskSkill(skill: Skill, { instructions }: Pick<Task, 'instructions'>): Skill {
  return instructions === undefined
    ? skill
    : { ...skill, instructions: `${skill.instructions}\n\n${instructions}` }
}
