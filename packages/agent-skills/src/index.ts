export type { Reference } from './_find-references.ts'
export { defaultSchema } from './default-schema.ts'
export type { Frontmatter } from './frontmatter.ts'
export { type LoadedSkill, type LoadSkillOptions, loadSkill } from './load-skill.ts'
export {
  type BoundedEnvironment,
  type ReferenceEnvironment,
  type WithReferencesOptions,
  withReferences,
} from './with-references.ts'
