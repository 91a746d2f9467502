import type { Tokens } from 'marked'
import { distinct, keyOf, listsIn, plain, type Section, sectionsIn, stemsOf } from './outline.ts'
import { type FoundStage, isVerb, leadOf } from './stages.ts'

/** Most names of things that a skill takes or makes. */
const MAX_NAMES = 12

const OUTPUT =
  /^(?:expected |required |final )?(?:outputs?|deliverables?|artifacts?|artefacts?)\b(?! requirement)/i
const INPUT = /^(?:required |expected )?(?:inputs?|arguments?|parameters?)\b/i
const QUESTION = /^(?:what|who|which|where|when|is there|any)\b[^.!:]{6,90}\?/i
/** A verb that makes something, and what it makes. */
const MAKES =
  /(?:^|[:–—-]\s)(?:write|create|draft|build|form|generate|produce|define|implement|predict|compile|prepare|present|propose)s?\s+(?:(?:an?|the|your|one|single|minimal|initial|new|all|\d+(?:[-–]\d+)?)\s+)*([\p{L}\p{N} -]{3,40})/iu
const SAVES = /\b(?:save|write|create|produce|generate|output)s?\b/i
/** A file that is not of the skill's own. */
const FILE =
  /`(?!(?:references|shared|agents|templates|scripts|assets|examples)\/)([\w<>/.-]*?([\w-]+)\.(?:md|json|html|pdf|docx|xlsx|pptx|csv|txt|png|gif|svg|ya?ml|mp4))`/g

/** Short names of what the skill makes: what its sections of outputs list, what its steps make, the files that it saves. */
export function outputsOf(root: Section, stages: readonly FoundStage[]): readonly string[] {
  const sections = sectionsIn(root)
  const listed = sections.filter(({ title }) => OUTPUT.test(title)).flatMap(leadsOf)
  const parts = stages.flatMap(({ title, from, section }) => [
    title,
    ...from.slice(0, 1),
    ...(section === undefined ? [] : [...section.children.map((child) => child.title), ...leadsOf(section)]),
  ])
  const made = parts.flatMap(madeBy)
  const saved = sections.flatMap(({ own }) =>
    own
      .split('\n')
      .filter((line) => SAVES.test(line))
      .flatMap(filesIn),
  )
  return named([...listed, ...made, ...saved])
}

/** Short names of what the skill is given or asks for. */
export function inputsOf(root: Section): readonly string[] {
  const sections = sectionsIn(root)
  const listed = sections.filter(({ title }) => INPUT.test(title)).flatMap(leadsOf)
  const asked = sections.flatMap((section) => {
    const lists = listsIn(section).filter(({ ordered, items }) => ordered && items.length > 1)
    return lists.flatMap(({ items }) =>
      items.filter(({ text }) => QUESTION.test(text)).map((item) => asks(leadOf(item))),
    )
  })
  return named([...listed, ...asked])
}

function leadsOf(section: Section): readonly string[] {
  return listsIn(section).flatMap(({ items }) => items.map(leadOf))
}

/** What a step makes: the object of its verb, what it finds out, or what stands after a dash. */
function madeBy(step: string): readonly string[] {
  const title = plain(step.replace(/^#+/, '')).replace(/^(?:step|phase|stage)?\s*\d+\s*[:.)–—-]*\s*/i, '')
  const object = MAKES.exec(title)?.[1]?.split(/\b(?:for|from|to|with|using|that|in|on|of|by|and|or)\b/i)[0]
  const found =
    /^(.*\w) (?:investigation|analysis)$/i.exec(title)?.[1] ??
    /^(draft|report|plan)(?:n?ing)?$/i.exec(title)?.[1]
  const [, after] = /^\w+ [–—-] (\w+(?: \w+)?)$/.exec(title) ?? []
  const named = object ?? found ?? (after !== undefined && !isVerb({ title: after }) ? after : undefined)
  return named === undefined || stemsOf(named).size === 0 ? [] : [named]
}

function filesIn(line: string): readonly string[] {
  return [...line.matchAll(FILE)].map((match) => match[2] ?? '')
}

/** What a question is about. */
function asks(question: string): string {
  return plain(question).replace(
    /^(?:what(?:'s)?|who(?:'s)?|which|where|when|is there|are there|any|how)\b|\b(?:is|are|the|a|an|this|should|do|does)\b/gi,
    ' ',
  )
}

function named(names: readonly string[]): readonly string[] {
  const keys = names.map((name) => keyOf(name).split('-').slice(0, 4).join('-'))
  return distinct([...new Set(keys)].filter((key) => key !== 'part')).slice(0, MAX_NAMES)
}

const OPTIONS = /^(?:option|mode|type|format|theme|approach|strategy|style|level|variant|surface)s?$/i
/** Most choices that one table offers. */
const MAX_CHOICES = 12

/** Tables of options: the texts of their first column, by its heading. */
export function choicesOf(root: Section): Readonly<Record<string, readonly string[]>> {
  const tables = sectionsIn(root).flatMap(({ blocks }) =>
    blocks.filter((block): block is Tokens.Table => block.type === 'table'),
  )
  const found = tables.flatMap(({ header, rows }) => {
    const title = plain(header[0]?.text ?? '')
    const options = [...new Set(rows.map(([first]) => keyOf(first?.text ?? '')))]
    const fits = OPTIONS.test(title) && options.length > 1 && options.length <= MAX_CHOICES
    return fits ? [[keyOf(title), options] as const] : []
  })
  return Object.fromEntries(found.toReversed())
}
