import { createHash } from 'node:crypto'
import { html, type Markup, trusted } from '../drawing/markup.ts'
import type { Palette } from '../drawing/palette.ts'
import type { Figure } from '../figures/figure.ts'
import { styleOf } from './style.ts'
import { headingMarkup } from './table.ts'

export { draw } from '../drawing/draw.ts'
export { html, type Markup } from '../drawing/markup.ts'
export { leftColumn, rightColumn } from '../tables/table.ts'
export { tableMarkup } from './table.ts'

/** What a page has between its title and its end. */
interface PageParts {
  readonly title: string
  readonly overline: string
  readonly notices: readonly string[]
  /** Colours of its own, as CSS custom properties, for one scheme. */
  readonly style?: Palette['properties'] | undefined
  /** Whether what follows the notices is short and belongs to the body. */
  readonly folded?: boolean
  readonly head?: Markup
  readonly body: Markup
  readonly footer: Markup
  /** Runs at the end of the page; the policy of the page allows no other. */
  readonly script?: string | undefined
}

/** A page that stands alone: no request, no script but its own, in a light and a dark scheme. */
export function pageText(parts: PageParts): string {
  const { title, overline, notices, style, folded, head, body, footer, script } = parts
  const hash = script && createHash('sha256').update(script).digest('base64')
  const policy = script === undefined ? '' : ` script-src 'sha256-${hash}';`
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none';${trusted(policy)} style-src 'unsafe-inline'; img-src data:">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${trusted(styleOf(style))}</style>
</head>
<body>
<header${folded ? html` class="brief"` : undefined}>
<p class="overline">${overline}</p>
<h1>${title}</h1>
${noticeList(notices)}
${folded ? undefined : head}
</header>
<main>
${folded ? head : undefined}
${body}
</main>
<footer>${footer}</footer>
${script === undefined ? undefined : html`<script>${trusted(script)}</script>`}
</body>
</html>
`.text
}

/** Pictures under one heading, and what they show in words. */
export function figureMarkup(
  { id, title, caption, panels }: Figure,
  notice: string | undefined,
  level: 2 | 3,
): Markup {
  const drawn = panels.map(
    (panel) => html`<div class="panel">
${
  panel.title === ''
    ? undefined
    : html`<p class="panel-title">${panel.title}</p>
`
}${panel.picture}
</div>
`,
  )
  return html`<figure data-figure="${id}">
${headingMarkup(title, level)}
<div class="panels">${drawn}</div>
<figcaption>${caption}${notice === undefined ? undefined : html` <span class="notice">${notice}</span>`}</figcaption>
</figure>
`
}

function noticeList(notices: readonly string[]): Markup | undefined {
  if (notices.length === 0) return undefined
  return html`<ul class="notices">${notices.map(
    (notice) => html`<li>${notice}</li>
`,
  )}</ul>`
}
