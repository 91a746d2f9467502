import type { VNode } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Printable } from '../text/printable.tsx'
import type { Line, LinesOptions } from './draw-lines.ts'

interface LinePlotProps extends Omit<LinesOptions, 'width'> {
  /** Hears of a click, with its place on the x-axis. */
  readonly onPick?: (x: number) => void
}

/** Lines as wide as there is room, and which one is whose. The library is loaded with the first plot. */
export function LinePlot({ onPick, ...options }: LinePlotProps): VNode {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const { current } = box
    if (current === null) return
    const observer = new ResizeObserver(() => setWidth(Math.floor(current.clientWidth)))
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  useLayoutEffect(() => {
    const { current } = box
    if (current === null || width === 0) return
    let dropped = false
    void import('./draw-lines.ts').then(({ drawLines }) => {
      if (dropped) return
      const drawn = drawLines({ ...options, width })
      if (onPick) {
        drawn.addEventListener('click', (event) => {
          onPick(drawn.scale('x').invert(event.clientX - drawn.getBoundingClientRect().left))
        })
      }
      current.replaceChildren(drawn)
    })
    return () => {
      dropped = true
    }
  })
  const height = `${options.height}px`
  return (
    <>
      <div class={`plot-box ${onPick ? 'pickable' : ''}`} ref={box} style={{ height }} />
      <Legend lines={options.lines} />
    </>
  )
}

function Legend({ lines }: { readonly lines: readonly Line[] }): VNode {
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
