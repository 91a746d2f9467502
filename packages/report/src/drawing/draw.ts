import { parseHTML } from './_dom.js'
import { type DrawnElement, type PlotOptions, plot } from './_plot.js'
import { html, type Markup, printable, trusted } from './markup.ts'

const { document } = parseHTML('<!doctype html><html><body></body></html>')

/** Draws a plot as SVG that a screen reader takes for one picture with its description. */
export function draw({
  description,
  ...options
}: Omit<PlotOptions, 'document'> & { readonly description: string }): Markup {
  const drawn = plot({ ...options, document, className: 'plot', style: { background: 'none' } })
  for (const style of drawn.querySelectorAll('style')) style.remove() // the page has its own
  for (const part of drawn.querySelectorAll('g')) {
    part.removeAttribute('aria-label') // would be read out after the picture's
    part.removeAttribute('aria-hidden')
  }
  for (const name of COORDINATES) {
    for (const part of drawn.querySelectorAll(`[${name}]`)) shorten(part, name)
  }
  const start = html`<svg role="img" aria-label="${description}" `.text
  return trusted(printable(drawn.outerHTML).replace('<svg ', () => start))
}

const COORDINATES = ['d', 'transform', 'x', 'y', 'x1', 'x2', 'y1', 'y2', 'cx', 'cy']

/** Two decimals are more than any screen shows. */
function shorten(part: DrawnElement, name: string): void {
  const text = part.getAttribute(name) ?? ''
  part.setAttribute(
    name,
    text.replaceAll(/\d+\.\d{3,}/g, (number) => String(Number(Number(number).toFixed(2)))),
  )
}
