/**
 * Compiles every skill under the given folders and prints, for each: what was found, sentences that no step can reach, the
 * characters of a prompt beside those of the uncompiled skill, and whether each guard rejects a run that breaks its rule and
 * lets correct runs pass. With `--by-hand FILE`, also how much of a person's list of stages and outputs was found.
 *
 *     node --conditions=@skill-state/source apps/skill-state/scripts/compile-skills.ts FOLDER… [--by-hand FILE]
 */
import { globSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type LoadedSkill, loadSkill } from '@skill-state/agent-skills'
import { applyPatch, ask, compileSkill, State } from '@skill-state/core'
import { isJsonObject, type JsonObject, promptText } from '@skill-state/protocol'
import { compileCommand } from '../src/commands/compile.ts'
import { prepare } from '../src/run/prepare.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'by-hand': { type: 'string' } },
})
const files = positionals.flatMap((folder) => globSync(`${folder}/**/SKILL.md`)).sort()
const out = mkdtempSync(join(tmpdir(), 'compiled-'))
const byHand =
  values['by-hand'] === undefined ? new Map() : listsByHand(readFileSync(values['by-hand'], 'utf8'))
const total = {
  skills: 0,
  errors: 0,
  unreachable: 0,
  rules: 0,
  sentences: 0,
  broken: 0,
  wrong: 0,
  hand: 0,
  matched: 0,
}

for (const file of files) {
  const name = basename(dirname(file))
  total.skills += 1
  try {
    console.log(await lineOf(dirname(file), name))
  } catch (error) {
    total.errors += 1
    console.log(`${name}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
console.log(total)

async function lineOf(source: string, name: string): Promise<string> {
  const folder = join(out, `${total.skills}`, name)
  await compileCommand(source, { out: folder })
  const loaded = loadSkill(folder)
  const map = JSON.parse(readFileSync(join(folder, 'state.map.json'), 'utf8'))
  const body = readFileSync(join(source, 'SKILL.md'), 'utf8').replace(/^---\r?\n[\s\S]*?\n---\r?\n/, '')
  const unreachable = unreachableLines(loaded, body)
  const [before, after] = [await promptChars(source), await promptChars(folder)]
  const ratios = after.map((chars) => chars / (before[0] ?? 1))
  const guards = checkGuards(loaded)
  const found = matched(name, loaded, map)
  total.unreachable += unreachable.length
  total.rules += map.rules.length
  total.sentences += map.ruleSentences
  total.broken += guards.broken
  total.wrong += guards.wrong
  const long = body.length > 20_000 ? ' (long)' : ''
  return `${name}: ${body.length} chars${long}, ${map.stages.length} stages, prompt × ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}, ${unreachable.length} unreachable, ${map.rules.length} of ${map.ruleSentences} rules, ${guards.broken} broken and rejected, ${guards.wrong} correct runs rejected${found}`
}

/** Lines of the body that a stage neither shows nor offers. */
function unreachableLines(
  { instructions, stages, references }: LoadedSkill,
  body: string,
): readonly string[] {
  const offered = references.map(({ text }) => text).join('\n')
  return Object.values(stages?.texts ?? { '': '' }).flatMap((stage) => {
    const lines = new Set(`${instructions}\n${stage}\n${offered}`.split('\n').map((line) => line.trim()))
    return body.split(/\r?\n/).filter((line) => !lines.has(line.trim()))
  })
}

/** Characters of a step's prompt, at each stage. */
async function promptChars(folder: string): Promise<readonly number[]> {
  const { skill, tools } = await prepare(folder, {}, { model: {} })
  await tools.close()
  const stages = Object.keys(skill.stages?.texts ?? { '': '' })
  return stages.map((stage) => {
    const state = { ...skill.initialState, ...(stage === '' ? {} : { stage }) }
    return promptText(ask(skill, State.from(state), '', { action: 'json' })).length
  })
}

/** How many rules reject a run that breaks them, and how many correct runs any of them rejects. */
function checkGuards(loaded: LoadedSkill): { readonly broken: number; readonly wrong: number } {
  const skill = compileSkill(loaded, { guards: loaded.guards })
  const stages = Object.keys(loaded.stages?.texts ?? {})
  const { checklist = {} } = loaded.initialState
  const lists = isJsonObject(checklist) ? checklist : {}
  const done = (stage: string, as: string): JsonObject => {
    const list = lists[stage]
    return isJsonObject(list)
      ? { [stage]: Object.fromEntries(Object.keys(list).map((key) => [key, as])) }
      : {}
  }
  const apply = (state: State, patch: JsonObject, action: JsonObject) =>
    applyPatch(skill, state, patch, { action })
  let wrong = 0
  for (const as of ['done', 'skipped: not needed here']) {
    let state = skill.initialState
    const steps: JsonObject[] = stages
      .slice(1)
      .map((stage, at) => ({ stage, checklist: done(stages[at] ?? '', as) }))
    const back =
      stages.length > 1
        ? [{ stage: stages[0] as string }, ...stages.slice(1).map((stage) => ({ stage }))]
        : []
    const ticked = { ...done(stages.at(-1) ?? '', as), ...done('finish', as) }
    const last: JsonObject = Object.keys(ticked).length === 0 ? {} : { checklist: ticked }
    for (const patch of [...steps, ...back, last]) {
      const result = apply(state, patch, patch === last ? { finish: 'Done.' } : { bash: { command: 'ls' } })
      if (result.ok) state = result.value.state
      else {
        wrong += 1
        console.log(`  correct run rejected: ${JSON.stringify(result.issues)}`)
      }
    }
  }
  const rules = loaded.guards.filter(({ name }) => name.startsWith('rule '))
  const map = JSON.parse(readFileSync(join(loaded.folder, 'state.map.json'), 'utf8')) as {
    readonly rules: readonly {
      readonly kind: string
      readonly of?: string
      readonly command?: string
      readonly text: string
    }[]
  }
  const broken = map.rules.filter((rule, index) => {
    const alone = compileSkill(loaded, { guards: rules.slice(index, index + 1) })
    const patch =
      rule.kind === 'order' || rule.kind === 'first' ? { stage: rule.of ?? (stages.at(-1) as string) } : {}
    const action = rule.kind === 'never' ? { bash: { command: rule.command ?? '' } } : { finish: 'Done.' }
    const result = applyPatch(alone, alone.initialState, patch, { action })
    return !result.ok && result.issues.some(({ message }) => message.includes(JSON.stringify(rule.text)))
  })
  return { broken: broken.length, wrong }
}

/** A person's stages and outputs, by skill. */
function listsByHand(text: string): Map<string, readonly string[]> {
  return new Map(
    text
      .split(/^## /m)
      .slice(1)
      .map((part) => {
        const [name = ''] = part.split(' ')
        const lines = [...part.matchAll(/^- \*\*(Stages|Outputs)\*\*[^:]*: (.*)$/gm)]
        const entries = lines.flatMap(([, kind, list = '']) =>
          list
            .replace(/\([^)]*\)/g, '')
            .split(kind === 'Stages' ? /→|; .*$/ : /[;,] /)
            .map((entry) => entry.replace(/[.]$/, '').trim()),
        )
        return [name, entries.filter((entry) => entry !== '')]
      }),
  )
}

function matched(
  name: string,
  loaded: LoadedSkill,
  map: { readonly stages: readonly { readonly from: string }[] },
): string {
  const entries: readonly string[] = byHand.get(name) ?? []
  if (entries.length === 0) return ''
  const { checklist = {}, inputs = {}, artefacts = {} } = loaded.initialState as Record<string, JsonObject>
  const found = [
    ...map.stages.map(({ from }) => from),
    ...Object.values(checklist).flatMap((list) => Object.keys(list as JsonObject)),
    ...Object.keys(inputs),
    ...Object.keys(artefacts),
  ].map(wordsOf)
  const missed = entries.filter((entry) => {
    const words = wordsOf(entry)
    return !found.some(
      (other) =>
        words.filter((word) => other.some((each) => each.startsWith(word) || word.startsWith(each))).length >=
        Math.max(1, words.length / 2),
    )
  })
  total.hand += entries.length
  total.matched += entries.length - missed.length
  return `\n  by hand: ${entries.length - missed.length} of ${entries.length}; not found: ${missed.join('; ') || 'none'}`
}

function wordsOf(text: string): readonly string[] {
  return (text.toLowerCase().match(/[a-z]{3,}/g) ?? [])
    .filter((word) => !['the', 'and', 'that', 'its', 'with', 'has', 'use'].includes(word))
    .map((word) => word.slice(0, Math.max(4, word.length - 3)))
}
