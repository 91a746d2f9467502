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
  const rows = [
    ['name', loaded.name],
    ['description', loaded.frontmatter.description],
    ['hash', loaded.hash],
    ['state', loaded.schemaFile ?? 'the default schema, since the metadata have no skill-state'],
    ['files', ...describeFiles(loaded)],
    ['programs', ...loaded.programs.map((program) => programText(program, lacking))],
    ['missing', ...(lacking === undefined ? [] : missingRows(lacking))],
    ['pinned', ...(lacking?.pinned ?? [])],
    ['repair', ...(lacking === undefined ? [] : repairOf(lacking, check))],
    ['tools', Object.keys(tools.tools).join(', ') || 'none, since neither --mcp nor --shell is given'],
    ['bound', boundText(certificate)],
    ['likely', ...(likely === undefined ? [] : [`a prompt of about ${likely} characters`])],
  ].filter((row) => row.length > 1)
  const width = Math.max(...rows.map(([name = '']) => name.length))
  const lines = rows.flatMap(([name = '', ...values]) =>
    values.map((value, at) => `${(at === 0 ? name : '').padEnd(width)}  ${brief(value)}\n`),
  )
  return lines.join('') + noteLines(prepared)
}

function missingRows({ programs, packages, names }: Lacking): readonly string[] {
  const missing = [
    ...programs.map((name) => `${name}, a program`),
    ...packages.map((name) => `${name}, a package`),
    ...names.map((name) => `${name}, which its scripts import`),
  ]
  return missing.length === 0 ? ['nothing: the sandbox has what the skill names'] : missing
}

/** What a program is for, and whether a shell in the sandbox finds it. */
function programText({ name, runs }: LoadedSkill['programs'][number], lacking: Lacking | undefined): string {
  const [script, ...more] = runs
  const others = more.length === 0 ? '' : ` and ${more.length} more`
  const purpose = script === undefined ? 'a command of the text' : `runs ${script}${others}`
  const isMissing = lacking === undefined ? findProgram(name) === undefined : lacking.programs.includes(name)
  return `${name}, ${purpose}${isMissing ? ': missing in a sandbox of this machine' : ''}`
}
