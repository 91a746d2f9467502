import { SkillStateError } from '@skill-state/protocol'

/** The two parts of a SKILL.md. */
export interface SkillParts {
  /** The YAML between the lines of dashes. */
  readonly frontmatter: string
  /** What follows, without blank lines around it. */
  readonly body: string
}

/** Splits a SKILL.md at its two lines of dashes. Throws `invalid-skill` if it does not begin with frontmatter. */
export function splitSkill(text: string, file: string): SkillParts {
  const parts = FRONTMATTER.exec(text)
  if (parts !== null) return { frontmatter: parts[1] ?? '', body: text.slice(parts[0].length).trim() }
  throw new SkillStateError(
    'invalid-skill',
    `${file} does not begin with YAML between two lines of ---: add it, with name and description`,
  )
}

/** A byte order mark and either kind of line break are let pass, and so is an empty frontmatter. */
const FRONTMATTER = /^\uFEFF?---[ \t]*\r?\n((?:(?!---[ \t]*(?:\r?\n|$)).*\r?\n)*)---[ \t]*(?:\r?\n|$)/
