import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { count } from './numbers.ts'
import { visiblePieces } from './visible.ts'

interface PrintableProps {
  readonly text: string
  readonly class?: string
  /** Element around it. Default: none. */
  readonly as?: 'b' | 'code'
}

/** Foreign text as text, characters that would not be seen by their names. Nothing of it is ever interpreted. */
export function Printable({ text, class: name, as: Element }: PrintableProps): VNode {
  const shown = (
    <bdi class={name}>
      {visiblePieces(text).map((piece) =>
        piece.hidden ? (
          <span class="hidden-character" title="a character that would not be seen">
            {piece.text}
          </span>
        ) : (
          piece.text
        ),
      )}
    </bdi>
  )
  return Element ? <Element>{shown}</Element> : shown
}

/** Most characters that are shown until the reader asks for the rest. */
const SHOWN = 4000

/** Foreign text of any length, its line breaks kept; of a long one the beginning, until all is asked for. */
export function LongText({ text }: { readonly text: string }): VNode {
  const [whole, setWhole] = useState(false)
  if (text === '') return <p class="nothing">nothing</p>
  const isLong = text.length > SHOWN && !whole
  return (
    <div class="long">
      <pre class="text">
        <Printable text={isLong ? text.slice(0, SHOWN) : text} />
        {isLong && '…'}
      </pre>
      {isLong && (
        <button type="button" onClick={() => setWhole(true)}>
          Show all {count(text.length)} characters
        </button>
      )}
    </div>
  )
}

/** A long text that is folded up until it is asked for. */
export function FoldedText({ summary, text }: { readonly summary: string; readonly text: string }): VNode {
  return (
    <details>
      <summary>{summary}</summary>
      <LongText text={text} />
    </details>
  )
}
