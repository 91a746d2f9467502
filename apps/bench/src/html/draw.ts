import { type DrawnElement, type PlotOptions, parseHTML, plot } from './_libraries.js'
import { type Markup, trusted } from './markup.ts'

const { document } = parseHTML('<!doctype html><html><body></body></html>')

/** Draws a plot as SVG that a screen reader takes for one picture with its description. */
export function draw(options: Omit<PlotOptions, 'document'> & { readonly ariaLabel: string }): Markup {
  const drawn = plot({ ...options, document, className: 'plot', style: { background: 'none' } })
  drawn.setAttribute('role', 'img')
  for (const style of drawn.querySelectorAll('style')) style.remove() // the page has its own
  hideParts(drawn)
  return trusted(
    drawn.outerHTML.replaceAll(LONG_NUMBER, (number) => String(Number(Number(number).toFixed(2)))),
  )
}

/** The names of the parts would be read out after the picture's. */
function hideParts(drawn: DrawnElement): void {
  for (const part of drawn.querySelectorAll('g')) {
    part.removeAttribute('aria-label')
    part.removeAttribute('aria-hidden')
  }
}

/** A coordinate with more digits than any screen has. */
const LONG_NUMBER = /(?<=[\s"(,MLHVC-])\d+\.\d{3,}(?=[\s"),MLHVCZ-])/g
