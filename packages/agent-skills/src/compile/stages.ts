import type { Tokens } from 'marked'
import { firstLine, leadOf, plain, type Section, sectionsIn, stemsOf, unnumbered } from './outline.ts'

/** A stage as the text has it: under a heading, or an item of a list, with the section that says more. */
export interface FoundStage {
  readonly title: string
  /** The first lines of its heading or item, and of the section that says more. */
  readonly from: readonly string[]
  /** Its section, if it has one. */
  readonly section?: Section | undefined
}

const NUMBERED = /^(step|phase|stage|part)?\s*(\d+)(?:[–-]\d+)?(?:[:.)–—-]|\s|$)/i
const PROCESS =
  /\b(?:work\s?flow|process|steps?|stages?|phases?|procedure|checklist|pattern|cycle|loop|protocol|how to (?:use|request)|usage)\b/i
/** A sentence that calls the list below it a process. */
const CALLED =
  /\b(?:work\s?flow|process|steps?|stages?|phases?|procedure|checklist|pattern|cycle|protocol)\b.*:$/i
/** What a process ends with, whatever its number. */
const LAST =
  /^(?:final\b|finish|wrap|deliver|complet|clean ?up|package\b|hand ?over|report\b|repeat\b|review\b)/i
/** The same where it is apart from the other stages. */
const CLOSING =
  /^(?:final (?:review|check|verification|summary)|package (?:and|the|it)|deliver|wrap[ -]?up|hand ?(?:over|off))\b/i

/** The stages of a skill in their order; empty if its text has none. */
export function stagesOf(root: Section): readonly FoundStage[] {
  const numbered = numberedHeadings(root)
  const outer = numbered.find(({ depth }) => depth <= 2) ?? (numbered.length === 1 ? numbered[0] : undefined)
  const found =
    outer?.stages ?? verbHeadings(root) ?? cycleOf(root) ?? processList(root) ?? numbered[0]?.stages ?? []
  return found.length > 1 ? [...found, ...closingOf(root, found)] : []
}

/** The section behind the stages that ends them. */
function closingOf(root: Section, found: readonly FoundStage[]): readonly FoundStage[] {
  const sections = sectionsIn(root)
  const last = found.at(-1)?.section
  if (last === undefined) return []
  const behind = sections.slice(sections.indexOf(last) + sectionsIn(last).length)
  const closing = behind.find(({ title }) => CLOSING.test(title))
  return closing === undefined || found.some(({ section }) => section === closing) ? [] : [ofSection(closing)]
}

/** Headings with the numbers 1, 2, … (or from 0) under one heading, the outermost first. */
function numberedHeadings(
  root: Section,
): readonly { readonly depth: number; readonly stages: readonly FoundStage[] }[] {
  const groups = sectionsIn(root).flatMap(({ title, depth, children }) => {
    const numbers = children.map((child) => NUMBERED.exec(child.title))
    const start = numbers.findIndex((match) => match !== null && Number(match[2]) <= 1)
    if (start === -1) return []
    const word = numbers[start]?.[1]?.toLowerCase()
    let [next, end] = [Number(numbers[start]?.[2]), start]
    numbers.forEach((match, at) => {
      if (at < start || match?.[1]?.toLowerCase() !== word || Number(match?.[2]) !== next) return
      next = Number(/[–-](\d+)/.exec(match?.[0] ?? '')?.[1] ?? next) + 1
      end = at + 1
    })
    while (LAST.test(children[end]?.title ?? '')) end++
    const members = children.slice(start, end)
    const verbs = members.filter((member) => isVerb({ title: unnumbered(member.title) })).length
    const isProcess = PROCESS.test(title) || (depth < 2 && 2 * verbs >= members.length)
    if (word === undefined && !isProcess) return []
    const stages = members.filter(
      (member) => /\d/.test(member.title) || isVerb(member) || LAST.test(member.title),
    )
    return stages.length > 1 ? [{ depth: members[0]?.depth ?? 0, stages: stages.map(ofSection) }] : []
  })
  return groups.toSorted((a, b) => a.depth - b.depth)
}

/** The parts of a section that draws their order, or whose title says that they are a cycle. */
function cycleOf(root: Section): readonly FoundStage[] | undefined {
  const section = sectionsIn(root).find(({ title, blocks, children }) => {
    if (children.length < 3) return false
    const own = stemsOf(title)
    const leads = new Set(children.flatMap((child) => [...stemsOf(child.title)].slice(0, 1)))
    const named = [...leads].filter((stem) => own.has(stem)).length
    const drawn = blocks.some(
      (block) => block.type === 'code' && /^\s*(?:strict )?digraph\b/.test(block.text),
    )
    return named >= (drawn ? 2 : 3)
  })
  return section?.children.map(ofSection)
}

/** A list of steps: under a heading that calls them so, or after a sentence that does. */
function processList(root: Section): readonly FoundStage[] | undefined {
  const sections = sectionsIn(root)
  for (const section of sections) {
    for (const [at, block] of section.blocks.entries()) {
      if (block.type !== 'list' || block.items.length < 2) continue
      const list = block as Tokens.List
      const intro = introOf(section, at)
      const leads = list.items.map((item) => leadOf(item))
      const called = CALLED.test(intro)
      const titled = list.ordered && list.items.length > 2 && PROCESS.test(section.title)
      const numbered = leads.every((lead) => /^(?:step|phase) \d/i.test(lead))
      if (!numbered && (!list.ordered || list.items[0]?.task || !(called || titled))) continue
      const others = sections.filter(
        (other) => other !== section && other.depth > 0 && !isAbove(other, section),
      )
      return list.items.map((item) => ofItem(item, others))
    }
  }
  return undefined
}

/** What stands before a block: the last paragraph. */
export function introOf({ blocks }: Pick<Section, 'blocks'>, at: number): string {
  const before = blocks.slice(0, at).findLast(({ type }) => type !== 'space')
  return before?.type === 'paragraph' ? plain(before.raw) : ''
}

function isAbove(section: Section, other: Section): boolean {
  return sectionsIn(section).includes(other)
}

const VERBS = new Set(
  'analyze analyse apply assemble assess ask brainstorm build capture check choose clean collect compare configure create debug define deliver deploy design determine develop discover document draft edit evaluate execute explore export extract finalize find fix form gather generate identify implement improve initialize inspect install interview investigate iterate launch load map migrate modify monitor optimize package plan prepare present prioritize profile prototype publish recalculate record refactor refine release repeat report reproduce research review revise rewrite run save scope select ship submit summarize synthesize test trace triage understand update validate verify watch write'.split(
    ' ',
  ),
)

/** Sections headed by verbs, in a text that begins with the list of what is done. */
function verbHeadings(root: Section): readonly FoundStage[] | undefined {
  const top = root.children.length === 1 ? (root.children[0] as Section) : root
  const isProcess = top.blocks.some(
    (block, at) =>
      block.type === 'list' && /\bprocess\b.*:$/i.test(introOf(top, at)) && block.items.length > 2,
  )
  if (!isProcess) return undefined
  const found = top.children.filter(isVerb).flatMap((section) => {
    const parts = section.children.filter(({ title }) => VERBS.has(firstWord(title)))
    const short = section.own.length < 200
    return (short && parts.length > 2 ? parts : [section]).map(ofSection)
  })
  return found.length > 2 ? found : undefined
}

export function isVerb({ title }: Pick<Section, 'title'>): boolean {
  const word = firstWord(title)
  const base = word.replace(/ing$/, '')
  return [word, base, `${base}e`, base.replace(/(.)\1$/, '$1')].some((form) => VERBS.has(form))
}

function firstWord(title: string): string {
  return /^[a-z]+/i.exec(title)?.[0].toLowerCase() ?? ''
}

function ofSection(section: Section): FoundStage {
  const first = section.blocks.find(({ type }) => type !== 'space')
  const isBare = unnumbered(section.title) === '' && first?.type === 'paragraph'
  const title = isBare ? leadOf(first as Tokens.Paragraph) : section.title
  return { title, from: [firstLine(section.own)], section }
}

function ofItem(item: Tokens.ListItem, sections: readonly Section[]): FoundStage {
  const title = leadOf(item)
  const stems = stemsOf(title)
  const ranked = sections
    .map((section) => {
      const own = [...stemsOf(section.title)]
      const shared = own.filter((stem) => stems.has(stem)).length
      return { section, share: shared / Math.max(own.length, 1), shared }
    })
    .filter(({ share, shared }) => share > 0.5 && shared >= Math.min(2, stems.size))
    .toSorted((a, b) => b.share - a.share || b.shared - a.shared)
  const section = ranked[0]?.section
  const from = [firstLine(item.raw), ...(section === undefined ? [] : [firstLine(section.own)])]
  return { title, from, section }
}
