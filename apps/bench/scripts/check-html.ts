/**
 * Opens report pages in a headless Chromium, in light and dark, wide and as on a phone, and says what is wrong:
 *
 *   node apps/bench/scripts/check-html.ts --modules DIR [--chromium FILE] [--shots DIR] PAGE.html…
 *
 * DIR is a folder into which playwright-core was installed, and @sparticuz/chromium too unless --chromium names
 * a browser: `npm install --prefix DIR playwright-core@1.65.1 @sparticuz/chromium@153.0.0` (70 MB). They are no
 * dependencies of the workspace. --shots writes a picture of each view. Exit code 1 if something is wrong.
 */
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
// @boundaries-ignore the one way in which scripts start a browser
import { type Browser, launch } from '../../../scripts/browser.ts'

/** What of a page its own figures and tables must agree with. */
interface Facts {
  readonly scrollWidth: number
  readonly clientWidth: number
  readonly titled: boolean
  readonly figures: readonly { readonly id: string; readonly pictures: number; readonly caption: number }[]
  /** Pictures without a name, without size, or in which nothing is drawn. */
  readonly badPictures: readonly string[]
  readonly tables: readonly { readonly id: string; readonly rows: number }[]
  /** Tables without a caption, or with a row whose cells do not fill the columns, or without a notice over them. */
  readonly badTables: readonly string[]
  /** Text that a figure cuts off, or that lies on other text. */
  readonly clashes: readonly string[]
  /** Text whose contrast with what is behind it is under 4.5:1. */
  readonly faint: readonly string[]
}

const COLLECT = `(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)]
  for (const folded of all('details')) folded.open = true
  const width = (row) => all('th,td', row).reduce((sum, cell) => sum + cell.colSpan, 0)
  const luminance = (css) => {
    const [r, g, b] = css.match(/[\\d.]+/g).map(Number).map((value) => value / 255)
      .map((value) => value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at)
      if (!backgroundColor.endsWith(', 0)') && backgroundColor !== 'transparent') return backgroundColor
    }
    return 'rgb(255, 255, 255)'
  }
  const contrast = (element) => {
    const style = getComputedStyle(element)
    const ink = element instanceof SVGElement && style.fill !== 'none' ? style.fill : style.color
    const [low, high] = [luminance(ink), luminance(ground(element))].sort((a, b) => a - b)
    return (high + 0.05) / (low + 0.05)
  }
  const overlap = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 2 && b.top < a.bottom - 2
  const clashes = all('svg').flatMap((svg) => {
    const frame = svg.closest('figure').getBoundingClientRect()
    const texts = all('text', svg).filter((text) => text.textContent.trim())
    const boxes = texts.map((text) => ({ name: text.textContent, box: text.getBoundingClientRect() }))
    const cut = boxes.filter(({ box }) => box.left < frame.left || box.right > frame.right)
    const pairs = boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) => overlap(a.box, b.box)).map((b) => a.name + ' / ' + b.name))
    return [...cut.map(({ name }) => name + ' is cut off'), ...pairs]
  })
  const own = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())
  return {
    scrollWidth: document.documentElement.scrollWidth,
    clientWidth: document.documentElement.clientWidth,
    titled: document.title !== '' && all('h1').length === 1 && document.documentElement.lang !== '',
    figures: all('figure').map((figure) => ({
      id: figure.dataset.figure,
      pictures: all('svg', figure).length,
      caption: figure.querySelector('figcaption')?.textContent.length ?? 0,
    })),
    badPictures: all('svg').filter((svg) => {
      const { width, height } = svg.getBoundingClientRect()
      return svg.getAttribute('role') !== 'img' || !svg.getAttribute('aria-label') || width < 200 || height < 80 || all('path,circle,line', svg).length < 3
    }).map((svg) => svg.getAttribute('aria-label') ?? 'without a name'),
    tables: all('table').map((table) => ({ id: table.dataset.table, rows: all('tbody tr', table).length })),
    badTables: all('table').filter((table) => {
      const columns = width(table.querySelector('thead tr'))
      const notice = (table.closest('.table') ?? document).querySelector('.notes,.notices')?.textContent ?? ''
      return !table.caption?.textContent || notice === '' || all('th:not([scope])', table).length > 0 || all('tbody tr', table).some((row) => width(row) !== columns)
    }).map((table) => table.dataset.table),
    clashes,
    faint: all('body *').filter((element) => own(element) && element.getClientRects().length > 0 && contrast(element) < 4.5)
      .map((element) => element.textContent.trim().slice(0, 40)),
  }
})()`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { modules: { type: 'string' }, chromium: { type: 'string' }, shots: { type: 'string' } },
})

async function check(browser: Browser, file: string): Promise<string[]> {
  const found: string[] = []
  for (const width of [1280, 768, 375]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const view = `${basename(file)}, ${width} px, ${colorScheme}`
      const page = await browser.newPage({
        viewport: { width, height: 900 },
        colorScheme,
        deviceScaleFactor: width < 500 ? 2 : 1,
      })
      const say = (what: string): number => found.push(`${view}: ${what}`)
      page.on('console', (message) => say(`console ${message.type()}: ${message.text()}`))
      page.on('pageerror', (error) => say(error.message))
      page.on('request', (request) => {
        const address = request.url()
        if (!address.startsWith('file:') && !address.startsWith('data:')) say(`asks for ${address}`)
      })
      await page.goto(pathToFileURL(resolve(file)).href)
      const facts = await page.evaluate<Facts>(COLLECT)
      for (const problem of problems(facts)) say(problem)
      if (values.shots !== undefined) {
        const path = join(values.shots, `${basename(file, '.html')}-${width}-${colorScheme}.png`)
        await page.screenshot({ path, fullPage: true })
      }
      await page.close()
      process.stdout.write(`${view}: ${facts.figures.length} figures, ${facts.tables.length} tables\n`)
    }
  }
  return found
}

function* problems(facts: Facts): Generator<string> {
  if (facts.scrollWidth > facts.clientWidth) yield `scrolls sideways: ${facts.scrollWidth} px`
  if (!facts.titled) yield 'has no title, no single h1 or no language'
  if (facts.tables.length === 0) yield 'has no table'
  for (const { id, rows } of facts.tables) if (rows === 0) yield `table ${id} has no row`
  for (const { id, pictures, caption } of facts.figures) {
    if (pictures === 0 || caption < 40) yield `figure ${id} lacks a picture or a caption`
  }
  for (const name of facts.badPictures) yield `picture is not sound: ${name}`
  for (const id of facts.badTables) yield `table is not sound: ${id}`
  for (const texts of facts.clashes) yield `text in a picture: ${texts}`
  for (const text of facts.faint) yield `text is faint: ${text}`
}

if (values.modules === undefined || positionals.length === 0) {
  process.stderr.write(
    'check-html: usage: check-html.ts --modules DIR [--chromium FILE] [--shots DIR] PAGE.html…\n',
  )
  process.exit(2)
}
const browser = await launch(values.modules, values.chromium)
const found: string[] = []
for (const file of positionals) found.push(...(await check(browser, file)))
await browser.close()
for (const line of found) process.stdout.write(`${line}\n`)
process.stdout.write(found.length === 0 ? 'nothing is wrong\n' : `${found.length} things are wrong\n`)
process.exitCode = found.length === 0 ? 0 : 1
