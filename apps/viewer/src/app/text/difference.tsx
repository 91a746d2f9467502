import { diffLines, diffWordsWithSpace } from 'diff'
import type { ComponentChildren, VNode } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { count } from './numbers.ts'
import { Printable } from './printable.tsx'

/** A stretch of two texts: in both of them, only in the second, or only in the first. */
interface Stretch {
  readonly mark: 'same' | 'added' | 'removed'
  readonly text: string
}

/** Texts that differ in more words are compared by lines, and then as a whole: the page would stand still for seconds. */
const MOST_DIFFERING = { maxEditLength: 1500 }

/** What leads from one text to another: without the removed stretches it is `after`, without the added ones `before`. */
export function difference(before: string, after: string): readonly Stretch[] {
  const changes =
    diffWordsWithSpace(before, after, MOST_DIFFERING) ?? diffLines(before, after, MOST_DIFFERING)
  if (changes === undefined) {
    return [
      { mark: 'removed', text: before },
      { mark: 'added', text: after },
    ]
  }
  return changes.map(({ added, removed, value }) => ({
    mark: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }))
}

/** How many characters have a mark. */
export function charactersOf(stretches: readonly Stretch[], mark: Stretch['mark']): number {
  return stretches.reduce((sum, each) => sum + (each.mark === mark ? each.text.length : 0), 0)
}

/** Folded up until the reader asks for it: to compare prompts, and to build them again, takes time. */
export function FoldedDifference(props: {
  readonly summary: string
  readonly children: ComponentChildren
}): VNode {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details class="of-prompts" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{props.summary}</summary>
      {isOpen && props.children}
    </details>
  )
}

interface DifferenceViewProps {
  readonly before: string
  readonly after: string
  /** What the two texts are called. */
  readonly names: readonly [before: string, after: string]
}

/** Two texts in one, with what is only in the first and only in the second. */
export function DifferenceView({ before, after, names }: DifferenceViewProps): VNode {
  const stretches = useMemo(() => difference(before, after), [before, after])
  const [only, both, also] = (['removed', 'same', 'added'] as const).map((mark) =>
    count(charactersOf(stretches, mark)),
  )
  return (
    <>
      <p class="about">
        Characters: {both} in both,{' '}
        <del>
          {only} only in {names[0]}
        </del>
        ,{' '}
        <ins>
          {also} only in {names[1]}
        </ins>
        .
      </p>
      <pre class="text difference">
        {stretches.map((stretch, index) => (
          <StretchView key={index} {...stretch} />
        ))}
      </pre>
    </>
  )
}

/** So much of what both texts say is shown on each side of a change. */
const AROUND = 300

const ELEMENTS = { same: 'span', added: 'ins', removed: 'del' } as const

function StretchView({ mark, text }: Stretch): VNode {
  const left = text.length - 2 * AROUND
  if (mark === 'same' && left > AROUND)
    return (
      <>
        <Printable text={text.slice(0, AROUND)} />
        <span class="muted"> … {count(left)} characters in both … </span>
        <Printable text={text.slice(-AROUND)} />
      </>
    )
  const Element = ELEMENTS[mark]
  return (
    <Element>
      <Printable text={text} />
    </Element>
  )
}
