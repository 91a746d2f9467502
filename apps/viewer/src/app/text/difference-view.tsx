import type { VNode } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { charactersOf, difference, type Stretch } from './difference.ts'
import { count } from './numbers.ts'
import { Printable } from './printable.tsx'

interface OfPromptsProps {
  readonly summary: string
  readonly draw: () => VNode
}

/** Folded up until the reader asks for it: to compare prompts, and to build them again, takes time. */
export function OfPrompts({ summary, draw }: OfPromptsProps): VNode {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details class="of-prompts" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && draw()}
    </details>
  )
}

interface DifferenceViewProps {
  readonly before: string
  readonly after: string
  /** What the two texts are called. */
  readonly names: readonly [string, string]
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
          <StretchView key={index} stretch={stretch} />
        ))}
      </pre>
    </>
  )
}

/** So much of what both texts say is shown on each side of a change. */
const AROUND = 300

function StretchView({ stretch: { mark, text } }: { readonly stretch: Stretch }): VNode {
  if (mark === 'added')
    return (
      <ins>
        <Printable text={text} />
      </ins>
    )
  if (mark === 'removed')
    return (
      <del>
        <Printable text={text} />
      </del>
    )
  const left = text.length - 2 * AROUND
  if (left <= AROUND) return <Printable text={text} />
  return (
    <>
      <Printable text={text.slice(0, AROUND)} />
      <span class="muted"> … {count(left)} characters in both … </span>
      <Printable text={text.slice(-AROUND)} />
    </>
  )
}
