export type { Reference } from './_find-references.ts'
export type { Program } from './_programs.ts'
export type { WithReferencesOptions } from './_reference-slot.ts'
export type { SkillFile } from './_skill-folder.ts'
export { defaultSchema } from './default-schema.ts'
export { describeFiles } from './describe-files.ts'
export { type FetchedSkill, fetchSkill } from './fetch-skill.ts'
export type { Frontmatter } from './frontmatter.ts'
export { likelyStateChars } from './likely-size.ts'
export { type LoadedSkill, type LoadSkillOptions, loadSkill } from './load-skill.ts'
export { SHELL, type ShellOptions, type SkillShell, skillShell } from './shell.ts'
export {
  type BoundedEnvironment,
  type ReferenceEnvironment,
  withReferences,
} from './with-references.ts'
