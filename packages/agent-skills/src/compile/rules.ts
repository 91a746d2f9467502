import { invalidSkill } from '../invalid-skill.ts'
import type { OtherItems } from './checklist.ts'
import { keyOf, plain, type Section, stemsOf, textOf } from './outline.ts'
import type { FoundStage } from './stages.ts'

/**
 * A rule that a guard keeps. `order`: no stage before the items of all earlier ones. `first`: none of the later stages, or
 * not the one of `of`, before the items of `stage`. `finish`: no end before the items of `finish`. `never`: no action with
 * the text of `command`.
 */
export type StateRule = SaidRule &
  (
    | { readonly kind: 'order' | 'finish' }
    | { readonly kind: 'first'; readonly stage: string; readonly of?: string | undefined }
    | { readonly kind: 'never'; readonly command: string }
  )

interface SaidRule {
  /** The sentence of the skill, to the character. */
  readonly text: string
}

/** The rules that guards can keep, and how many sentences of the text sound like a rule. */
export interface FoundRules {
  readonly rules: readonly StateRule[]
  readonly sentences: number
}

const SOUNDS = /\b(?:never|must|always|before|after|mandatory|do not|don't|cannot|can't)\b/i
/** What makes a rule one of some cases alone, which no guard can tell. */
const CASES = /\b(?:if|unless|when|whenever|except|optional|where|while|user|they)\b/i
const ORDER = /\bin order(?! to)\b/i
const BEFORE_NEXT = /\bbefore (?:proceeding|moving|going|continuing)(?: on)? to the next\b/i
const EACH = /\b(?:each|every|all)\b/i
const NO_X_FIRST = /^(?:no|never) .{3,60}?\b(?:without|before|until)\b (.{4,60}?)(?:\s+first)?[.!]*$/i
/** Stands above what is to be done before something else. */
const HEADS = /^(?:[a-z ]+ )?before (?:\w+ing|any)\b[^,]*:$/i
const NOT_DONE = /^if you (?:haven't|have not) (?:completed|finished|done) ((?:phase|step|stage) \d+)\b/i
const NEVER_RUN =
  /^(?:never|do not|don't) (?:use|run|execute|call) `([\w./-]+ [^`]*|[\w.-]*-[\w.-]+)`(?:[.!]|$| [—–-] )/i

/** Reads the rules of a skill whose stages have these keys. */
export function rulesOf(
  root: Section,
  stages: readonly (FoundStage & { readonly key: string })[],
  others: OtherItems,
): FoundRules {
  const owners = new Map(stages.flatMap(({ section, key }) => (section ? [[section, key] as const] : [])))
  const rules: StateRule[] = []
  let sentences = 0
  const last = stages.at(-1)?.key
  const visit = (section: Section, above: string | undefined): void => {
    const owner = owners.get(section) ?? above
    for (const { text, nested } of sentencesOf(section)) {
      const said = plain(text)
      if (SOUNDS.test(said)) sentences += 1
      const rule = ruleOf(text, said, { stages, owner, within: owners.has(section) && !nested })
      if (rule !== undefined && !(rule.kind === 'first' && rule.stage === last)) rules.push(rule)
    }
    for (const child of section.children) visit(child, owner)
  }
  visit(root, undefined)
  for (const { key, from } of stages) {
    const [line = ''] = from
    if (/\bmandatory\b/i.test(line) && key !== last) rules.push({ kind: 'first', stage: key, text: line })
  }
  const whole = textOf(root)
  const finishing = others.intros.find((intro) => /\bbefore\b/i.test(intro))
  const text = finishing && [...whole.split('\n')].find((line) => plain(line) === finishing)?.trim()
  if (text) rules.push({ kind: 'finish', text })
  const seen = new Set<string>()
  const unique = rules.filter((rule) => {
    const id = JSON.stringify({ ...rule, text: '' })
    return whole.includes(rule.text) && !seen.has(id) && seen.add(id)
  })
  return { rules: unique, sentences }
}

/** Throws `invalid-skill` for a rule that the text does not say, or says of some cases alone. */
export function checkRules(rules: readonly StateRule[], body: string, file: string): void {
  for (const rule of rules) {
    const { kind, text } = rule
    const said = plain(text)
    const problem = [
      !body.includes(text) && 'the text has no such sentence: copy one to the character',
      CASES.test(said) && !NOT_DONE.test(said) && 'it holds in some cases alone, which no guard can tell',
      kind === 'never' && !text.includes(rule.command) && `it does not name "${rule.command}"`,
    ].find(Boolean)
    if (problem) throw invalidSkill(`${file}, state: the rule ${JSON.stringify(text)}: ${problem}`)
  }
}

interface Place {
  readonly stages: readonly (FoundStage & { readonly key: string })[]
  /** The stage whose section this is in. */
  readonly owner: string | undefined
  /** Whether it stands directly under the stage's heading. */
  readonly within: boolean
}

function ruleOf(text: string, said: string, { stages, owner, within }: Place): StateRule | undefined {
  const never = NEVER_RUN.exec(text.replace(/\*\*|__/g, ''))?.[1]
  if (never !== undefined && !CASES.test(said)) return { kind: 'never', command: never, text }
  if (stages.length === 0) return undefined
  const first = (stage: string | undefined, of?: string): StateRule | undefined =>
    stage === undefined ? undefined : { kind: 'first', stage, of, text }
  const numbered = NOT_DONE.exec(said)?.[1]
  if (numbered !== undefined)
    return first(stages.find(({ title }) => title.toLowerCase().startsWith(numbered.toLowerCase()))?.key)
  const wanted = NO_X_FIRST.exec(said)?.[1]
  if (wanted !== undefined) return first(stageOf(wanted, stages))
  if ((ORDER.test(said) || BEFORE_NEXT.test(said)) && !CASES.test(said)) {
    if (owner !== undefined) return first(owner)
    return ORDER.test(said) || EACH.test(said) ? { kind: 'order', text } : undefined
  }
  if (owner === undefined || !within) return undefined
  if (/^mandatory\b|\bnever skip\b(?! \w+ \w+ \w)/i.test(said) || HEADS.test(said)) return first(owner)
  const [, after] = /^(?:only )?after (\w+)(?: only)?:?$/i.exec(said) ?? []
  if (after === undefined) return undefined
  const word = after.toLowerCase()
  return first(
    onlyStage(stages, (title) => keyOf(title).split('-')[0] === word),
    owner,
  )
}

/** The one stage whose title has all words of a text. */
function stageOf(text: string, stages: Place['stages']): string | undefined {
  const stems = [...stemsOf(text)]
  if (stems.length < 2) return undefined
  return onlyStage(stages, (title) => stems.every((stem) => stemsOf(title).has(stem)))
}

function onlyStage(stages: Place['stages'], isMeant: (title: string) => boolean): string | undefined {
  const [found, ...more] = stages.filter(({ title }) => isMeant(title))
  return more.length === 0 ? found?.key : undefined
}

/** A line of at most so many characters is one sentence. */
const MAX_WHOLE = 40
const SENTENCE = /[^.!?]+(?:[.!?]+(?!\s|$)[^.!?]*)*[.!?]*(?:\*\*|`)?/g

/** The sentences directly under a heading, as they are written: of prose, of lists, and of blocks in capitals. */
function sentencesOf(section: Section): readonly { readonly text: string; readonly nested: boolean }[] {
  return section.blocks.flatMap((block) => {
    const code = block.type === 'code'
    if (block.type === 'table') return []
    if (code && !/^[A-Z' ,.!?-]+$/.test(block.text)) return []
    const nested = block.type === 'list'
    const lines: readonly string[] = code ? [block.text] : block.raw.split('\n')
    return lines
      .map((line) => line.replace(/^\s*(?:[-*>]\s|\d+[.)]\s|\[[ x]\]\s)*\s*/i, '').trim())
      .flatMap((line) => (line.length <= MAX_WHOLE ? [line] : (line.match(SENTENCE) ?? [])))
      .map((text) => ({ text: text.trim(), nested }))
      .filter(({ text }) => text.length > 8)
  })
}
