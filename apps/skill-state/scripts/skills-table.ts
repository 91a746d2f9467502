/**
 * What `skill-state check` says of public skills, beside what running their scripts in the sandbox shows, as a table and in sums. Each
 * script is run with `--help`, without network. What a script then misses, and what check said is missing, must be the same.
 *
 *   node --conditions=@skill-state/source apps/skill-state/scripts/skills-table.ts [--setup] [--every N] FOLDER…
 *
 * `--setup` installs the packages of each skill first; `--every N` takes each Nth skill. Of skills with the same text the first counts.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { parseArgs } from 'node:util'
import { loadSkill } from '@skill-state/agent-skills'
import { certify, compileSkill } from '@skill-state/core'
import { findSandbox } from '@skill-state/sandbox'
import { inspect } from '../src/run/packages/inspect.ts'
import { guardsOf } from '../src/run/prepare.ts'
import { missedBy } from './_missed-by.ts'

const { positionals: folders, values } = parseArgs({
  allowPositionals: true,
  options: { setup: { type: 'boolean' }, every: { type: 'string', default: '1' } },
})
const sandbox = await findSandbox()
const install = values.setup ? (text: string): void => console.error(text) : undefined
const sums = {
  skills: 0,
  loaded: 0,
  bounded: 0,
  ready: 0,
  scripts: 0,
  said: 0,
  untrue: 0,
  missed: 0,
  longestMs: 0,
}

console.log('| skill | missing, says check | said, but there | missed by check |\n| --- | --- | --- | --- |')
for (const [index, folder] of skillsIn(folders).entries())
  if (index % Number(values.every) === 0) await row(folder)
console.log(`\n${JSON.stringify(sums)}`)

function skillsIn(roots: readonly string[]): readonly string[] {
  const texts = new Set<string>()
  return roots
    .flatMap((root) =>
      readdirSync(root, { recursive: true, withFileTypes: true })
        .filter(({ name }) => name === 'SKILL.md')
        .map(({ parentPath }) => parentPath)
        .sort(),
    )
    .filter((folder) => {
      const text = readFileSync(`${folder}/SKILL.md`, 'utf8')
      return !texts.has(text) && texts.add(text)
    })
}

async function row(folder: string): Promise<void> {
  sums.skills += 1
  const name = relative(process.cwd(), folder)
  try {
    const began = process.cpuUsage()
    const loaded = loadSkill(folder)
    sums.longestMs = Math.max(sums.longestMs, Math.round(process.cpuUsage(began).user / 1_000))
    sums.loaded += 1
    const compiled = compileSkill(loaded, { guards: guardsOf(loaded) })
    if (certify(compiled, { maxObservationChars: 4_000, answer: 'block', action: 'json' }).bounded)
      sums.bounded += 1
    const lacking = await inspect(loaded, install)
    if (lacking === undefined) throw new Error('no sandbox works here')
    const said = [...lacking.programs, ...lacking.packages, ...lacking.names]
    if (said.length === 0) sums.ready += 1
    const { scripts, untrue, missed } = await missedBy(loaded, lacking, sandbox)
    sums.scripts += scripts
    sums.said += said.length
    sums.untrue += untrue.length
    sums.missed += missed.length
    console.log(
      `| ${[name, said.join(' '), untrue.join(' '), missed.join('; ')].map((cell) => cell || '–').join(' | ')} |`,
    )
  } catch (error) {
    console.log(`| ${name} | not loaded: ${(error as Error).message} | | |`)
  }
}
