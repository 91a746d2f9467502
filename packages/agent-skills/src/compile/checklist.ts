import type { Tokens } from 'marked'
import { distinct, keyOf, leadOf, listsIn, type Section, sectionsIn } from './outline.ts'
import { type FoundStage, introOf, isVerb } from './stages.ts'

/** Most items of one stage, and of the lists to tick off beside the stages. */
const MAX_OF_STAGE = 8
const MAX_OTHERS = 20

export interface OtherItems {
  readonly keys: readonly string[]
  /** What stands before each of their lists. */
  readonly intros: readonly string[]
}

/** The keys of the items to tick off in a stage: its own task list, numbered parts, steps or parts; else the stage itself. */
export function itemsOf({ title, section }: FoundStage, others: readonly FoundStage[]): readonly string[] {
  const taken = new Set(others.flatMap((other) => (other.section === section ? [] : [other.section])))
  const parts = section?.children.filter((child) => !taken.has(child)) ?? []
  const numbered = parts.flatMap(withParts).filter((part) => /^(?:step\s*)?\d/i.test(part.title))
  const lists = section === undefined ? [] : listsIn(section)
  const tasks = lists.flatMap(tasksOf)
  const steps = lists.find(({ ordered, items }) => ordered && items.length > 1)?.items ?? []
  const found = [
    tasks,
    numbered.length > 2 ? numbered.map((part) => part.title) : [],
    steps.map(leadOf).filter((lead) => !lead.endsWith('?')),
    parts.map((part) => part.title),
    section === undefined ? [] : headingsIn(section),
  ].find((names) => names.length > 1)
  return [...new Set((found ?? [title]).map(keyOf))].slice(0, MAX_OF_STAGE)
}

/** Task lists outside of the stages. */
export function otherItems(root: Section, stages: readonly FoundStage[]): OtherItems {
  const inStages = new Set(
    stages.flatMap(({ section }) => (section === undefined ? [] : sectionsIn(section))),
  )
  const lists = sectionsIn(root)
    .filter((section) => !inStages.has(section))
    .flatMap((section) =>
      section.blocks.flatMap((block, at) =>
        block.type === 'list' && tasksOf(block as Tokens.List).length > 0
          ? [{ names: tasksOf(block as Tokens.List), intro: introOf(section, at) }]
          : [],
      ),
    )
  return {
    keys: distinct(lists.flatMap(({ names }) => names.filter(isOther)).map(keyOf)).slice(0, MAX_OTHERS),
    intros: lists.map(({ intro }) => intro),
  }
}

/** A numbered step is a stage, or the copy of one. */
function isOther(name: string): boolean {
  return !/^(?:step|phase) \d/i.test(name)
}

function withParts(section: Section): readonly Section[] {
  return [section, ...section.children]
}

/** Paragraphs that are a bold heading alone, if they name what is done or head a list; fewer than three are remarks. */
function headingsIn({ blocks }: Section): readonly string[] {
  const found = blocks.flatMap((block, at) => {
    const title =
      block.type === 'paragraph' ? /^\*\*([^*\n]{4,60}?):?\*\*:?$/.exec(block.text)?.[1] : undefined
    const next = blocks.slice(at + 1).find(({ type }) => type !== 'space')
    return title && !REMARK.test(title) && (isVerb({ title }) || next?.type === 'list') ? [title] : []
  })
  return found.length > 2 ? found : []
}

const REMARK =
  /\?$|^(?:notes?|examples?|why|when|if|important|requirements?|goals?|good|bad|key|tips?|warning|inputs?|outputs?|before|after|best)\b/i

function tasksOf({ items }: Tokens.List): readonly string[] {
  return items.filter(({ task }) => task).map(leadOf)
}
