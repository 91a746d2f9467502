import { isJsonObject, type JsonObject, reasonOf, type SkillStateError } from '@skill-state/protocol'
import { parse } from 'yaml'
import { invalidSkill } from '../invalid-skill.ts'

export interface SkillParts {
  /** The YAML between the lines of dashes. */
  readonly frontmatter: string
  /** What follows, without blank lines around it. */
  readonly body: string
  /** Lines of the file above the body. */
  readonly lines: number
}

/** Splits a SKILL.md at its two lines of dashes. Throws `invalid-skill` if it does not begin with frontmatter. */
export function splitSkill(text: string, file: string): SkillParts {
  const parts = FRONTMATTER.exec(text)
  if (parts !== null) {
    const rest = text.slice(parts[0].length)
    const body = rest.trim()
    const lines = text.slice(0, parts[0].length + rest.indexOf(body)).split('\n').length - 1
    return { frontmatter: parts[1] ?? '', body, lines }
  }
  throw invalidSkill(
    `${file} does not begin with YAML between two lines of ---: add it, with name and description`,
  )
}

/** A byte order mark and either kind of line break are let pass, and so is an empty frontmatter. */
const FRONTMATTER = /^\uFEFF?---[ \t]*\r?\n((?:(?!---[ \t]*(?:\r?\n|$)).*\r?\n)*)---[ \t]*(?:\r?\n|$)/

/** Most characters of frontmatter: the standard's fields have some 2,000. */
const MAX_CHARS = 50_000

/**
 * Reads frontmatter. YAML that other readers let pass, a value with an unquoted colon in it, is read with that value in
 * quotes, which is noted. Throws `invalid-skill` if it is no YAML even so, or no map.
 */
export function parseFrontmatter(yaml: string, file: string, note: (text: string) => void): JsonObject {
  if (yaml.length > MAX_CHARS) throw invalid(file, `it has more than ${MAX_CHARS} characters`)
  const read = attempt(yaml)
  const fields = 'error' in read ? attempt(quoteValues(yaml)) : read
  if ('error' in fields) {
    const [first = ''] = reasonOf('error' in read ? read.error : fields.error).split('\n')
    throw invalid(file, first.replace(/:$/, ''))
  }
  if ('error' in read) note('the frontmatter is not valid YAML: values with a colon need quotes')
  if (fields.value === null) return {}
  if (!isJsonObject(fields.value)) throw invalid(file, 'it is not a map of fields')
  return fields.value
}

function attempt(yaml: string): { readonly value: unknown } | { readonly error: unknown } {
  try {
    return { value: parse(yaml, { logLevel: 'error', schema: 'core' }) }
  } catch (error) {
    return { error }
  }
}

/** Puts plain values that hold a colon in quotes: `description: Use when: asked`. */
function quoteValues(yaml: string): string {
  return yaml
    .split(/\r?\n/)
    .map((line) => {
      const [, key = '', value = ''] = KEY_AND_VALUE.exec(line) ?? []
      return /:(?:[ \t]|$)/.test(value) ? key + JSON.stringify(value.trimEnd()) : line
    })
    .join('\n')
}

/** A line with a key and a value that is neither quoted nor a block, list, map, anchor or tag. */
const KEY_AND_VALUE = /^([ \t]*[\w-]+:[ \t]+)([^\s"'|>[{&*!#-].*)$/

function invalid(file: string, reason: string): SkillStateError {
  return invalidSkill(`the frontmatter of ${file} cannot be read: ${reason}`)
}
