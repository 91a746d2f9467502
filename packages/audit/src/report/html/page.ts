import { printableLine } from '@skill-state/protocol'
import type { AuditDocument } from '../../document/audit.ts'
import type { AuditDetails } from '../../document/details.ts'
import type { Table } from '../../table.ts'
import { notices, summaryOf } from '../summary.ts'
import { auditTables } from '../tables.ts'
import { type Document, type Element, parseHTML } from './_libraries.js'
import { auditFigures, type Figure } from './figures.ts'

const STYLE = `:root{color-scheme:light dark;--ground:#fdfdfc;--text:#1c1f24;--muted:#5b6470;--line:#dfe2e6;--tint:#fff4ec;--accent:#c2410c;--cool:#2b67a8}
@media (prefers-color-scheme:dark){:root{--ground:#14171b;--text:#e6e9ed;--muted:#9aa4b0;--line:#313841;--tint:#2b2119;--accent:#ff9a62;--cool:#7fb4ee}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:60rem;padding:2rem 1.25rem 4rem;background:var(--ground);color:var(--text);font:16px/1.55 system-ui,sans-serif;overflow-wrap:anywhere}
h2{font-size:1.2rem;margin:3rem 0 .5rem}
.notices{padding:.8rem 1rem .8rem 2rem;background:var(--tint);border-left:3px solid var(--accent)}
.legend{color:var(--muted);font-size:.9rem;max-width:48rem}
.plot{display:block;width:100%;height:auto;color:var(--text);font:11px system-ui,sans-serif;overflow:visible}
.scroll{overflow-x:auto;border:1px solid var(--line);border-radius:6px}
table{border-collapse:collapse;width:100%;font-size:.85rem;font-variant-numeric:tabular-nums}
th,td{padding:.35rem .6rem;text-align:right;white-space:nowrap;border-bottom:1px solid var(--line)}
th:first-child,td:first-child{text-align:left}
th{color:var(--muted);font-weight:600}`

/** An audit as one page that stands alone: no script, no request, the same bytes for the same recordings. */
export function auditHtml(audit: AuditDocument, details: AuditDetails): string {
  const { document } = parseHTML('<!doctype html><html lang="en"><head></head><body></body></html>')
  const element = elementIn(document)
  const title = 'Audit of recorded episodes'
  document.head.append(
    element('meta', { charset: 'utf-8' }),
    element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    element('meta', {
      'http-equiv': 'Content-Security-Policy',
      content: "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    }),
    element('link', { rel: 'icon', href: 'data:,' }),
    element('title', {}, title),
    element('style', {}, STYLE),
  )
  document.body.append(
    element('h1', {}, title),
    element('p', {}, summaryOf(audit)),
    element('ul', { class: 'notices' }, ...notices(audit).map((each) => element('li', {}, each))),
    ...auditFigures(audit, details, document).map((figure) => figureIn(element, figure)),
    ...auditTables(audit, details).map((table) => tableIn(element, table)),
  )
  return `<!doctype html>\n${document.documentElement.outerHTML}\n`
}

type Maker = (
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Element | string)[]
) => Element

/** Makes elements; the document escapes every text that it is given. */
function elementIn(document: Document): Maker {
  return (name, attributes, ...children) => {
    const made = document.createElement(name)
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
    made.append(
      ...children.map((child) =>
        typeof child === 'string' && name !== 'style' ? printableLine(child) : child,
      ),
    )
    return made
  }
}

function figureIn(element: Maker, { title, caption, picture }: Figure): Element {
  picture.setAttribute('role', 'img')
  picture.setAttribute('aria-label', `${title}. ${caption}`)
  return element(
    'figure',
    { style: 'margin:0' },
    element('h2', {}, title),
    picture,
    element('figcaption', { class: 'legend' }, caption),
  )
}

function tableIn(element: Maker, { title, legend, columns, rows }: Table): Element {
  const cells = (name: string, texts: readonly string[]): Element =>
    element('tr', {}, ...texts.map((text) => element(name, {}, text.replaceAll('`', ''))))
  const table = element(
    'table',
    {},
    element('thead', {}, cells('th', columns)),
    element('tbody', {}, ...rows.map((row) => cells('td', row))),
  )
  return element(
    'section',
    {},
    element('h2', {}, title),
    element('div', { class: 'scroll', tabindex: '0' }, table),
    element('p', { class: 'legend' }, legend),
  )
}
