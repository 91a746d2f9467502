export { describeFiles } from './folder/describe-files.ts'
export { type FetchedSkill, fetchSkill } from './folder/fetch-skill.ts'
export type { SkillFile } from './folder/open-folder.ts'
export { type LoadedSkill, type LoadSkillOptions, loadSkill } from './load-skill.ts'
export type { Program } from './mentions/programs.ts'
export type { Reference } from './references/find-references.ts'
export type { WithReferencesOptions } from './references/reference-slot.ts'
export {
  type BoundedEnvironment,
  type ReferenceEnvironment,
  withReferences,
} from './references/with-references.ts'
export { openSkillShell, SHELL, type ShellOptions, type SkillShell } from './shell.ts'
export type { Frontmatter } from './skill-md/frontmatter.ts'
export { defaultSchema } from './state/default-schema.ts'
export { likelyStateChars } from './state/likely-size.ts'
