import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { count } from './numbers.ts'

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

/** A piece of text as it is shown: as it is, or a character that would not be seen, by its name. */
export interface Piece {
  readonly text: string
  readonly hidden: boolean
}

/**
 * Characters that change how other text is shown, or are not seen: control characters but tab and line feed, marks of
 * direction, other line separators, spaces of no width, halves of pairs.
 */
const HIDDEN = /[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]--[\t\n]]/gv

/** A text could hold a million of them: those beyond are shown as one sign, so that it can be shown at all. */
const MOST_PIECES = 10_000

/** Splits a text so that hostile characters can be shown as what they are, in place of having their effect. */
export function visiblePieces(text: string): readonly Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(HIDDEN)) {
    if (pieces.length >= MOST_PIECES) break
    if (index > from) pieces.push({ text: text.slice(from, index), hidden: false })
    pieces.push({ text: nameOf(found), hidden: true })
    from = index + found.length
  }
  if (from < text.length) pieces.push({ text: text.slice(from).replaceAll(HIDDEN, '\ufffd'), hidden: false })
  return pieces
}

function nameOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}
