export type { Reference } from './_find-references.ts'
export type { WithReferencesOptions } from './_reference-slot.ts'
export { defaultSchema } from './default-schema.ts'
export type { Frontmatter } from './frontmatter.ts'
export { type LoadedSkill, type LoadSkillOptions, loadSkill } from './load-skill.ts'
export {
  type BoundedEnvironment,
  type ReferenceEnvironment,
  withReferences,
} from './with-references.ts'
