import type { VNode } from 'preact'
import { Printable } from '../text/printable.tsx'
import type { Pen } from './palette.ts'

export function Legend({ lines }: { readonly lines: readonly { name: string; pen: Pen }[] }): VNode {
  return (
    <ul class="legend">
      {lines.map(({ name, pen }) => (
        <li key={name}>
          <svg width="26" height="8" aria-hidden="true">
            <line
              x1="0"
              y1="4"
              x2="26"
              y2="4"
              stroke={pen.color}
              stroke-width="2"
              stroke-dasharray={pen.dash}
            />
          </svg>
          <Printable text={name} />
        </li>
      ))}
    </ul>
  )
}
