import type { Tokens } from 'marked'
import {
  distinct,
  keyOf,
  leadOf,
  listsIn,
  plain,
  type Section,
  sectionsIn,
  stemsOf,
  unnumbered,
} from './outline.ts'
import { type FoundStage, introOf, isVerb } from './stages.ts'

/** Most names of things that a skill takes or makes. */
const MAX_NAMES = 12

const OUTPUT =
  /^(?:expected |required |final )?(?:outputs?|deliverables?|artifacts?|artefacts?)\b(?! requirement)/i
const INPUT = /^(?:required |expected )?(?:inputs?|arguments?|parameters?)\b/i
const QUESTION = /^(?:what|who|which|where|when|is there|any)\b[^.!:]{6,90}\?/i
/** A sentence before the parts that are to be filled in. */
const PARTS =
  /\b(?:fill in|provide|include|record|state|write down)\b.*\b(?:components|fields|parts|items|details|following)\b.*:$/i
/** A verb that makes something, and what it makes. */
const MAKES =
  /(?:^|[:–—-]\s)(?:write|create|draft|build|form|generate|produce|define|implement|predict|compile|prepare|present|propose)s?\s+(?:(?:an?|the|your|one|single|minimal|initial|new|all|\d+(?:[-–]\d+)?)\s+)*([\p{L}\p{N} -]{3,40})/iu
/** A file that is saved, and not of the skill's own. */
const SAVED =
  /\b(?:sav|writ|creat|produc|generat|output|stor|export)(?:e|es|ed|ing|s)?\b[^.\n]{0,80}?(?:`[^`]*`[^.`\n]{1,12})?`(?!(?:references|shared|agents|templates|scripts|assets|examples)\/)[\w<>/.-]*?([\w-]+)\.(?:md|json|html|pdf|docx|xlsx|pptx|csv|txt|png|gif|svg|ya?ml|mp4)`/gi

/** Short names of what the skill makes: what its sections of outputs list, what its steps make, the files that it saves. */
export function outputsOf(root: Section, stages: readonly FoundStage[]): readonly string[] {
  const sections = sectionsIn(root)
  const listed = sections
    .filter(({ title }) => OUTPUT.test(title))
    .flatMap((section) => leadsOf(section).filter(isName))
  const filled = sections.flatMap(({ blocks }) =>
    blocks.flatMap((block, at) =>
      block.type === 'list' && PARTS.test(introOf({ blocks }, at))
        ? (block as Tokens.List).items.filter(isBold).map(leadOf).filter(isName)
        : [],
    ),
  )
  const parts = stages.flatMap(({ title, from, section }) => [
    title,
    ...from.slice(0, 1),
    ...(section === undefined ? [] : [...section.children.map((child) => child.title), ...leadsOf(section)]),
  ])
  const made = parts.flatMap(madeBy)
  const saved = sections.flatMap(({ own }) => Array.from(own.matchAll(SAVED), ([, name = '']) => name))
  return named([...listed, ...filled, ...made, ...saved])
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
  const title = unnumbered(plain(step.replace(/^#+/, '')))
  const object = MAKES.exec(title)?.[1]?.split(
    /\b(?:after|as|at|before|for|from|to|via|when|with|without|if|using|that|in|on|of|by|and|or)\b/i,
  )[0]
  const found =
    /^.*\w (?:investigation|analysis)$/i.exec(title)?.[0] ??
    /^(draft|report|plan)(?:n?ing)?$/i.exec(title)?.[1]
  const [, after] = /^\w+ [–—-] (\w+(?: \w+)?)$/.exec(title) ?? []
  const named = object ?? found ?? (after !== undefined && !isVerb({ title: after }) ? after : undefined)
  return named === undefined || stemsOf(named).size === 0 ? [] : [named]
}

/** A sentence says what is so, and names nothing. */
function isName(lead: string): boolean {
  return lead.split(' ').length < 6 && !/^(?:if|when|otherwise)\b/i.test(lead)
}

function isBold({ text }: Tokens.ListItem): boolean {
  return text.startsWith('**')
}

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
    const isFlags = rows.some(([first]) => plain(first?.text ?? '').startsWith('-'))
    const fits = OPTIONS.test(title) && !isFlags && options.length > 1 && options.length <= MAX_CHOICES
    return fits ? [[keyOf(title), options] as const] : []
  })
  return Object.fromEntries(found.toReversed())
}
