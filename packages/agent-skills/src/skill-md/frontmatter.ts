import { basename } from 'node:path'
import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import { invalidSkill } from '../invalid-skill.ts'

export interface Frontmatter {
  readonly name: string
  readonly description: string
  readonly license?: string | undefined
  readonly compatibility?: string | undefined
  readonly metadata: Readonly<Record<string, string>>
  /** Tools that the skill asks to have approved beforehand. `loadSkill` only reads it. */
  readonly allowedTools: readonly string[]
}

const FIELDS = ['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools']

/**
 * Reads the fields by the Agent Skills specification (agentskills.io/specification), as leniently as its guide for
 * clients asks (agentskills.io/client-implementation): whatever can be loaded is loaded, and what breaks a rule is noted.
 * Throws `invalid-skill` if there is no description, without which a skill's purpose is unknown.
 */
export function readFrontmatter(
  fields: JsonObject,
  folder: string,
  note: (text: string) => void,
): Frontmatter {
  for (const key of Object.keys(fields)) {
    if (!FIELDS.includes(key)) note(`"${key}" is not a field of the standard and is ignored`)
  }
  const license = textOf(fields, 'license', note)
  const compatibility = textOf(fields, 'compatibility', note)
  if (compatibility !== undefined && (compatibility === '' || compatibility.length > 500)) {
    note(`compatibility has ${compatibility.length} characters; the standard allows 1 to 500`)
  }
  return {
    name: nameOf(fields, folder, note),
    description: descriptionOf(fields, folder, note),
    license,
    compatibility,
    metadata: metadataOf(fields.metadata, note),
    allowedTools: toolsOf(fields['allowed-tools'], note),
  }
}

function nameOf(fields: JsonObject, folder: string, note: (text: string) => void): string {
  const expected = basename(folder)
  const name = textOf(fields, 'name', note)?.trim()
  if (name === undefined || name === '') {
    note(`there is no name: the folder's, "${expected}", is taken`)
    return expected
  }
  if (name.length > 64) note(`the name has ${name.length} characters; the standard allows 64`)
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) {
    note(`the name "${name}" is not of lowercase letters, digits and single hyphens between them`)
  }
  if (name !== expected) note(`the name "${name}" is not that of the folder, "${expected}"`)
  return name
}

function descriptionOf(fields: JsonObject, folder: string, note: (text: string) => void): string {
  const description = textOf(fields, 'description', note)?.trim() ?? ''
  if (description === '') {
    throw invalidSkill(
      `${folder}: SKILL.md has no description: say there what the skill does and when to use it`,
    )
  }
  if (description.length > 1024) {
    note(`the description has ${description.length} characters; the standard allows 1024`)
  }
  return description
}

/** A map of texts; numbers and truth values, which YAML makes of `1.0` and `yes`, are taken as they print. */
function metadataOf(value: JsonValue | undefined, note: (text: string) => void): Record<string, string> {
  if (value === undefined || value === null) return {}
  if (!isJsonObject(value)) {
    note('metadata is not a map and is ignored')
    return {}
  }
  const entries = Object.entries(value).flatMap(([key, entry]): [string, string][] => {
    if (typeof entry === 'string') return [[key, entry]]
    note(`metadata "${key}" is not a text: the standard has only texts there`)
    return typeof entry === 'number' || typeof entry === 'boolean' ? [[key, String(entry)]] : []
  })
  return Object.fromEntries(entries)
}

/** A text with spaces between the tools, as `Bash(git:*) Read`, or a list of texts. */
function toolsOf(value: JsonValue | undefined, note: (text: string) => void): readonly string[] {
  if (value === undefined || value === null) return []
  if (typeof value === 'string') return value.match(/[^\s(]+(?:\([^)]*\))?/g) ?? []
  if (Array.isArray(value)) return value.filter((tool) => typeof tool === 'string')
  note('allowed-tools is neither a text nor a list and is ignored')
  return []
}

function textOf(fields: JsonObject, key: string, note: (text: string) => void): string | undefined {
  const value = fields[key]
  if (value === undefined || value === null || typeof value === 'string') return value ?? undefined
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  note(`${key} is not a text and is ignored`)
  return undefined
}
