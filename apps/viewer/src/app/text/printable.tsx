import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { count } from './numbers.ts'
import { visiblePieces } from './visible.ts'

/** Foreign text as text, characters that would not be seen by their names. Nothing of it is ever interpreted. */
export function Printable({ text }: { readonly text: string }): VNode {
  return (
    <bdi>
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
