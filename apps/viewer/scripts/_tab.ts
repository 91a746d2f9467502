import { join } from 'node:path'
// @boundaries-ignore the one way in which scripts start a browser
import type { Browser, Page } from '../../../scripts/browser.ts'

/** A page of the browser that remembers what it should not have done. */
export interface Tab {
  readonly page: Page
  /** Errors in the console, dialogs, and requests to anywhere but the page's own host. */
  readonly problems: readonly string[]
  /** Opens the view of this address part. */
  open(hash: string): Promise<void>
  /** Waits until the script gives something true; throws with these words if it never does. */
  until(script: string, what: string): Promise<void>
  /** Text of the first element, or of none. */
  text(selector: string): Promise<string>
  shot(name: string): Promise<void>
}

export interface TabOptions {
  readonly url: string
  readonly shots: string | undefined
  readonly width?: number
  readonly scheme?: 'light' | 'dark'
}

const PATIENCE_MS = 20_000

export async function openTab(browser: Browser, options: TabOptions): Promise<Tab> {
  const { url, shots, width = 1280, scheme = 'light' } = options
  const page = await browser.newPage({
    viewport: { width, height: 860 },
    colorScheme: scheme,
    deviceScaleFactor: width < 500 ? 2 : 1,
  })
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      problems.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:'))
      problems.push(`asks for ${request.url()}`)
  })
  // Not by the browser's own waiting, which makes code of text: the page's security policy forbids that.
  const until = async (script: string, what: string): Promise<void> => {
    const end = Date.now() + PATIENCE_MS
    while (
      !(await page.evaluate<boolean>(
        `(() => { try { return Boolean(${script}) } catch { return false } })()`,
      ))
    ) {
      if (Date.now() > end) throw new Error(`never: ${what}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  return {
    page,
    problems,
    until,
    async open(hash) {
      await page.goto(`${url}${hash}`)
      await until(
        `document.querySelector('main') && !document.querySelector('[aria-busy]')`,
        `a view at ${hash}`,
      )
    },
    text: (selector) =>
      page.evaluate(`document.querySelector(${JSON.stringify(selector)})?.textContent ?? ''`),
    async shot(name) {
      if (shots === undefined) return
      await page.evaluate('new Promise((done) => setTimeout(done, 300))')
      await page.screenshot({ path: join(shots, `${name}.png`) })
    },
  }
}

/** Throws with these words if it is not so. */
export function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(`not so: ${what}`)
}
