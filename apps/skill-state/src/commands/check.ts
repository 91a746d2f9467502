import { printable } from '../printable.ts'
import type { SkillFlags } from '../run/options.ts'
import { prepare } from '../run/prepare.ts'
import { boundText, noteLines } from '../run/report.ts'

/** What `skill-state check` prints. Throws where the skill cannot be run. */
export async function checkCommand(folder: string, flags: SkillFlags): Promise<string> {
  const prepared = await prepare(folder, flags, { model: {} })
  await prepared.environment.close()
  const { loaded, connections, certificate } = prepared
  const lines = [
    ['name', loaded.name],
    ['description', loaded.frontmatter.description],
    ['hash', loaded.hash],
    ['state', loaded.schemaFile ?? 'the default schema, since metadata name none as skill-state'],
    ['references', loaded.references.map(({ name }) => name).join(', ') || 'none'],
    ['tools', connections.tools.map(({ action }) => action).join(', ') || 'none, since no --mcp is given'],
    ['bound', boundText(certificate)],
  ]
  const width = Math.max(...lines.map(([name = '']) => name.length))
  const rows = lines.map(([name = '', value = '']) => `${name.padEnd(width)}  ${printable(value)}\n`)
  return rows.join('') + noteLines(prepared)
}
