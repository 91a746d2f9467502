import { toPointer } from '@skill-state/core'
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { count } from '../text/numbers.ts'
import { Printable } from '../text/printable.tsx'
import type { StateLine } from './state-lines.ts'

interface StateViewProps {
  readonly lines: readonly StateLine[]
  readonly label: string
  /** Address of the answer to why a value is what it is. */
  readonly whyLink?: ((pointer: string) => string) | undefined
  /** Shown before a line, such as which step set it. */
  readonly margin?: ((line: StateLine) => string) | undefined
}

const SIGNS = { same: ' ', added: '+', removed: '−' } as const
const NAMES = { same: '', added: 'added: ', removed: 'removed: ' } as const

/** Most lines, and most characters of a value, that are drawn until the reader asks for the rest. */
const MOST_LINES = 1500
const MOST_CHARACTERS = 2000

/** A state as lines, the changed ones coloured and signed. */
export function StateView({ lines, label, whyLink, margin }: StateViewProps): VNode {
  const [whole, setWhole] = useState(false)
  const shown = whole ? lines : lines.slice(0, MOST_LINES)
  return (
    <div class="state">
      <ol aria-label={label} class={margin ? 'with-margin' : ''}>
        {shown.map((line) => (
          <li key={`${line.mark} ${line.closes} ${toPointer(line.path)}`} class={line.mark}>
            {margin && <span class="margin">{margin(line)}</span>}
            <span class="sign" aria-hidden="true">
              {SIGNS[line.mark]}
            </span>
            <span class="entry" style={{ paddingLeft: `${(line.path.length - 1) * 1.25}em` }}>
              <span class="unseen">{NAMES[line.mark]}</span>
              <Entry line={line} whyLink={whyLink} />
            </span>
          </li>
        ))}
      </ol>
      {shown.length < lines.length && (
        <button type="button" onClick={() => setWhole(true)}>
          Show all {count(lines.length)} lines
        </button>
      )}
    </div>
  )
}

function Entry({ line, whyLink }: { line: StateLine; whyLink: StateViewProps['whyLink'] }): VNode {
  const { path, value, closes } = line
  if (closes) return <span class="punctuation">{'}'}</span>
  const name = path.at(-1) ?? ''
  return (
    <>
      {whyLink ? (
        <a class="key" href={whyLink(toPointer(path))} title="Why is it so?">
          <Printable text={name} />
        </a>
      ) : (
        <Printable class="key" text={name} />
      )}
      <span class="punctuation">: </span>
      {value === undefined ? <span class="punctuation">{'{'}</span> : <Value value={value} />}
    </>
  )
}

function Value({ value }: { value: NonNullable<StateLine['value']> | null }): VNode {
  const text = JSON.stringify(value)
  const short =
    text.length > MOST_CHARACTERS
      ? `${text.slice(0, MOST_CHARACTERS)}… (${count(text.length)} characters)`
      : text
  return <Printable class={`value ${value === null ? 'null' : typeof value}`} text={short} />
}
