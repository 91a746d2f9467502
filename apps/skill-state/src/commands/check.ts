import { describeFiles, type LoadedSkill } from '@skill-state/agent-skills'
import { findProgram } from '@skill-state/sandbox'
import { brief } from '../brief.ts'
import type { CheckFlags } from '../run/options.ts'
import { inspect, type Lacking } from '../run/packages/inspect.ts'
import { repairOf } from '../run/packages/repair-of.ts'
import { prepare } from '../run/prepare.ts'
import { boundText, likelyChars, noteLines } from '../run/report/report.ts'
import { say } from '../run/tools/open-shell.ts'

/** What `skill-state check` prints. Throws if the skill cannot be run. */
export async function checkCommand(
  folder: string,
  flags: CheckFlags & { readonly source: string },
): Promise<string> {
  const prepared = await prepare(folder, flags, { model: {} })
  await prepared.tools.close()
  const lacking = await inspect(prepared.loaded, flags.setup ? say : undefined)
  const check = `skill-state check ${flags.source} --setup`
  const { loaded, tools, certificate } = prepared
  const likely = likelyChars(prepared)
  const lines = [
    ['name', loaded.name],
    ['description', loaded.frontmatter.description],
    ['hash', loaded.hash],
    ['state', loaded.schemaFile ?? 'the default schema, since the metadata have no skill-state'],
    ...rows('files', describeFiles(loaded)),
    ...rows(
      'programs',
      loaded.programs.map((program) => programText(program, lacking)),
    ),
    ...rows('missing', lacking === undefined ? [] : missingRows(lacking)),
    ...rows('pinned', lacking?.pinned ?? []),
    ...rows('repair', lacking === undefined ? [] : repairOf(lacking, check)),
    ['tools', Object.keys(tools.tools).join(', ') || 'none, since neither --mcp nor --shell is given'],
    ['bound', boundText(certificate)],
    ...rows('likely', likely === undefined ? [] : [`a prompt of about ${likely} characters`]),
  ]
  const width = Math.max(...lines.map(([name = '']) => name.length))
  const text = lines.map(([name = '', value = '']) => `${name.padEnd(width)}  ${brief(value)}\n`)
  return text.join('') + noteLines(prepared)
}

function missingRows({ programs, packages, names }: Lacking): readonly string[] {
  const missing = [
    ...programs.map((name) => `${name}, a program`),
    ...packages.map((name) => `${name}, a package`),
    ...names.map((name) => `${name}, which its scripts import`),
  ]
  return missing.length === 0 ? ['nothing: the sandbox has what the skill names'] : missing
}

/** One row for each value; the first has the name. */
function rows(name: string, values: readonly string[]): readonly (readonly string[])[] {
  return values.map((value, index) => [index === 0 ? name : '', value])
}

/** What a program is for, and whether a shell in the sandbox finds it. */
function programText({ name, runs }: LoadedSkill['programs'][number], lacking: Lacking | undefined): string {
  const [script, ...more] = runs
  const others = more.length === 0 ? '' : ` and ${more.length} more`
  const purpose = script === undefined ? 'a command of the text' : `runs ${script}${others}`
  const isMissing = lacking === undefined ? findProgram(name) === undefined : lacking.programs.includes(name)
  return `${name}, ${purpose}${isMissing ? ': missing in a sandbox of this machine' : ''}`
}
