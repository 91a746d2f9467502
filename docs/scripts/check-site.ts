/**
 * Opens the built site in a headless Chromium, wide and as on a phone, and says what is wrong: each page by itself, then
 * a walk by links, menu and search.
 *
 *   node docs/scripts/check-site.ts --modules DIR [--shots DIR]
 *
 * DIR is a folder with two packages: `npm install --prefix DIR playwright-core@1.65.1 @sparticuz/chromium@153.0.0`.
 * Run after `pnpm docs:build`. --shots writes pictures. Exit code 1 if something is wrong.
 */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
// @boundaries-ignore the one way in which scripts start a browser
import { type Browser, launch, type Page } from '../../scripts/browser.ts'
import { serve } from './_serve.ts'
import { walkPlayground } from './_walk-playground.ts'

const { values } = parseArgs({ options: { modules: { type: 'string' }, shots: { type: 'string' } } })
if (values.modules === undefined) {
  process.stderr.write('check-site: usage: check-site.ts --modules DIR [--shots DIR]\n')
  process.exit(2)
}

const site = fileURLToPath(new URL('../.vitepress/dist', import.meta.url))
const { address, close } = await serve(site)
const found: string[] = []

/** A tab of a width that reports every complaint of the browser under a name. */
async function openTab(browser: Browser, width: number, colorScheme: 'light' | 'dark'): Promise<Page> {
  const page = await browser.newPage({
    viewport: { width, height: 900 },
    colorScheme,
    deviceScaleFactor: width < 500 ? 2 : 1,
  })
  const say = (what: string): number => found.push(`${page.url().replace(address, '')}, ${width} px: ${what}`)
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) say(`console ${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => say(error.message))
  page.on('request', (request) => {
    if (!/^(?:data:|blob:)/.test(request.url()) && !request.url().startsWith(address)) {
      say(`asks for ${request.url()}`)
    }
  })
  return page
}

async function shoot(page: Page, name: string): Promise<void> {
  if (values.shots !== undefined) await page.screenshot({ path: join(values.shots, `${name}.png`) })
}

/** What of a page must hold at any width. */
const FACTS = `({
  sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  headings: document.querySelectorAll('h1').length,
  titled: document.title !== '' && document.documentElement.lang !== '',
})`

interface Facts {
  readonly sideways: number
  readonly headings: number
  readonly titled: boolean
}

async function checkPages(browser: Browser, width: number, colorScheme: 'light' | 'dark'): Promise<void> {
  const page = await openTab(browser, width, colorScheme)
  const names = globSync('**/*.html', { cwd: site }).filter((name) => name !== '404.html')
  for (const name of names.sort()) {
    const path = `/${name.replace(/(?:index)?\.html$/, '')}`
    await page.goto(address + path)
    const { sideways, headings, titled } = await page.evaluate<Facts>(FACTS)
    if (sideways > 0) found.push(`${path}, ${width} px: scrolls sideways by ${sideways} px`)
    if (headings !== 1) found.push(`${path}: has ${headings} headings of the first level`)
    if (!titled) found.push(`${path}: has no title or no language`)
    if (!name.startsWith('reference/') && !name.startsWith('decisions/0')) {
      await shoot(page, `${name.replaceAll('/', '-').replace('.html', '')}-${width}-${colorScheme}`)
    }
  }
  await page.close()
  process.stdout.write(`${names.length} pages at ${width} px, ${colorScheme}\n`)
}

/** Waits until something holds, and says what did not. */
async function until(page: Page, condition: string, what: string): Promise<void> {
  try {
    await page.waitForFunction(condition, undefined, { timeout: 20_000 })
  } catch {
    found.push(`${page.url().replace(address, '')}: ${what}`)
  }
}

const at = (path: string): string => `location.pathname === '${path}'`

async function walk(browser: Browser): Promise<void> {
  const page = await openTab(browser, 1280, 'light')
  await page.goto(`${address}/`)
  await until(
    page,
    `document.querySelector('.front ul').getBoundingClientRect().bottom < innerHeight`,
    'the first screen has the program, what it prints and the gains',
  )
  await page.click('.front a[href="/agent"]')
  await until(page, at('/agent'), 'the first button leads to the agent')
  await page.click('.VPSidebar a[href="/limits"]')
  await until(
    page,
    `${at('/limits')} && document.querySelector('h1').innerText.startsWith('What it is not good at')`,
    'the side bar leads to the limits',
  )
  await page.click('.pager-link.prev')
  await until(page, at('/comparison'), 'the page before is the comparison')
  await search(page, 'certify', '/')
  await shoot(page, 'search')
  await page.keyboard.press('Enter')
  await until(
    page,
    `${at('/comparison')} === false && document.body.innerText.includes('certify')`,
    'a result opens',
  )
  await page.click('.VPSwitchAppearance')
  await until(page, `document.documentElement.classList.contains('dark')`, 'the switch makes it dark')
  await page.close()
}

/** Types a word into the search, and waits for results. */
async function search(page: Page, word: string, key: string): Promise<void> {
  await page.keyboard.press(key)
  await until(page, `document.querySelector('.VPLocalSearchBox input')`, 'the key opens the search')
  await page.fill('.VPLocalSearchBox input', word)
  await until(page, `document.querySelectorAll('.VPLocalSearchBox .result').length > 3`, `${word} is found`)
}

async function walkOnPhone(browser: Browser): Promise<void> {
  const page = await openTab(browser, 375, 'light')
  await page.goto(`${address}/state-core`)
  await page.click('.VPLocalNav .menu')
  await until(page, `document.querySelector('.VPSidebar.open')`, 'the menu opens the side bar')
  await until(page, `document.querySelector('.VPSidebar').getBoundingClientRect().left === 0`, 'it slides in')
  await shoot(page, 'phone-menu')
  await page.click('.VPSidebar a[href="/limits"]')
  await until(
    page,
    `${at('/limits')} && !document.querySelector('.VPSidebar.open')`,
    'the side bar leads to the limits and closes',
  )
  await page.close()
}

const browser = await launch(values.modules)
try {
  await checkPages(browser, 1280, 'light')
  await checkPages(browser, 375, 'dark')
  await walk(browser)
  await walkOnPhone(browser)
  for (const width of [400, 1280]) {
    const page = await openTab(browser, width, width === 400 ? 'dark' : 'light')
    await page.goto(`${address}/playground`)
    found.push(...(await walkPlayground(page)).map((what) => `/playground, ${width} px: ${what}`))
    await shoot(page, `playground-run-${width}`)
    await page.close()
  }
} finally {
  await browser.close()
  close()
}
for (const line of new Set(found)) process.stdout.write(`${line}\n`)
process.stdout.write(found.length === 0 ? 'nothing is wrong\n' : `${found.length} things are wrong\n`)
process.exitCode = found.length === 0 ? 0 : 1
