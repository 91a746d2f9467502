import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The part of Playwright that the checks of pages use; it is no dependency of the workspace. */
export interface Page {
  on(event: 'console', listener: (message: { type(): string; text(): string }) => void): void
  on(event: 'pageerror', listener: (error: Error) => void): void
  on(event: 'request', listener: (request: { url(): string }) => void): void
  on(event: 'dialog', listener: (dialog: { message(): string; dismiss(): Promise<void> }) => void): void
  goto(url: string): Promise<unknown>
  url(): string
  reload(): Promise<unknown>
  context(): { setOffline(offline: boolean): Promise<void> }
  evaluate<T>(script: string): Promise<T>
  waitForFunction(script: string, argument?: undefined, options?: { timeout: number }): Promise<unknown>
  screenshot(options: { path: string; fullPage?: boolean }): Promise<unknown>
  click(selector: string): Promise<void>
  fill(selector: string, text: string): Promise<void>
  selectOption(selector: string, option: { index: number } | { label: string }): Promise<unknown>
  readonly keyboard: { press(key: string): Promise<void> }
  close(): Promise<void>
}

export interface Browser {
  newPage(options: {
    viewport: { width: number; height: number }
    colorScheme: 'light' | 'dark'
    deviceScaleFactor: number
  }): Promise<Page>
  close(): Promise<void>
}

/**
 * Starts a Chromium by the playwright-core that was installed into a folder: the one of this file, or the one of
 * @sparticuz/chromium in the same folder.
 */
export async function launch(folder: string, file?: string): Promise<Browser> {
  const load = createRequire(join(resolve(folder), 'package.json'))
  const { chromium } = load('playwright-core')
  const executablePath = file ?? (await unpack(load.resolve('@sparticuz/chromium')))
  return await chromium.launch({ executablePath, args: ['--no-sandbox'] })
}

/** Its own arguments run the browser in a single process, which ends with its first page. */
async function unpack(module: string): Promise<string> {
  const { default: packed } = await import(pathToFileURL(module).href)
  return await packed.executablePath()
}
