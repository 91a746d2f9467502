import type { VNode } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { LinesOptions } from './draw-lines.ts'

interface LinePlotProps extends Omit<LinesOptions, 'width'> {
  /** Hears of a click, with its place on the x-axis. */
  readonly onPick?: (x: number) => void
}

/** Lines as wide as there is room. The library is loaded with the first plot. */
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
  return (
    <div class={`plot-box ${onPick ? 'pickable' : ''}`} ref={box} style={{ height: `${options.height}px` }} />
  )
}
