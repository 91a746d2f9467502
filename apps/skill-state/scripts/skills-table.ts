/**
 * What `skill-state check` finds in a folder of public skills, as a table: files, references, binaries, scripts, programs
 * that are missing here, files that the texts name and the folder lacks, and the longest and the likely prompt.
 *
 *   node --conditions=@skill-state/source apps/skill-state/scripts/skills-table.ts FOLDER…
 */
import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { loadSkill } from '@skill-state/agent-skills'
import { findProgram } from '@skill-state/sandbox'
import { prepare } from '../src/run/prepare.ts'
import { likelyChars } from '../src/run/report/report.ts'

const HEAD = [
  'skill',
  'files',
  'found',
  'texts',
  'binary',
  'scripts',
  'missing programs',
  'missing files',
  'bound',
  'likely',
]
const LEFT_OUT = /(^|\/)(\.git|node_modules|__pycache__|\.venv)(\/|$)/

const rows: (readonly string[])[] = [HEAD, HEAD.map(() => '---')]
for (const folder of skillsIn(process.argv.slice(2))) rows.push(await row(folder))
for (const cells of rows) console.log(`| ${cells.join(' | ')} |`)

function skillsIn(folders: readonly string[]): readonly string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(({ name }) => name === 'SKILL.md')
      .map((entry) => entry.parentPath)
      .sort((a, b) => (a < b ? -1 : 1)),
  )
}

async function row(folder: string): Promise<readonly string[]> {
  const there = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((name) => !LEFT_OUT.test(name))
  const name = `${basename(dirname(folder))}/${basename(folder)}`
  try {
    const { files, references, programs, missing } = loadSkill(folder)
    const prepared = await prepare(folder, {}, { model: {} })
    await prepared.tools.close()
    const { certificate } = prepared
    const lost = programs.filter((program) => findProgram(program.name) === undefined)
    return [
      name,
      there.length,
      files.length,
      references.length,
      files.filter(({ text }) => text === undefined).length,
      programs.reduce((sum, { runs }) => sum + runs.length, 0),
      lost.map((program) => program.name).join(' ') || '–',
      missing.map((file) => file.name).join(' ') || '–',
      certificate.bounded ? certificate.promptChars : 'none',
      likelyChars(prepared) ?? 'none',
    ].map(String)
  } catch (error) {
    return [
      name,
      String(there.length),
      error instanceof Error ? error.message : String(error),
      ...HEAD.slice(3).map(() => ''),
    ]
  }
}
