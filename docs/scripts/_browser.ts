import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The part of Playwright that is used here; it is no dependency of the workspace. */
export interface Page {
  on(event: 'console', listener: (message: { type(): string; text(): string }) => void): void
  on(event: 'pageerror', listener: (error: Error) => void): void
  on(event: 'request', listener: (request: { url(): string }) => void): void
  goto(url: string): Promise<unknown>
  url(): string
  evaluate<T>(script: string): Promise<T>
  waitForFunction(script: string, argument?: undefined, options?: { timeout: number }): Promise<unknown>
  screenshot(options: { path: string; fullPage?: boolean }): Promise<unknown>
  click(selector: string): Promise<void>
  fill(selector: string, text: string): Promise<void>
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

/** Starts the Chromium of a folder into which playwright-core and @sparticuz/chromium were installed. */
export async function launch(folder: string): Promise<Browser> {
  const load = createRequire(join(resolve(folder), 'package.json'))
  const { chromium } = load('playwright-core')
  const { default: packed } = await import(pathToFileURL(load.resolve('@sparticuz/chromium')).href)
  return await chromium.launch({ executablePath: await packed.executablePath(), args: ['--no-sandbox'] })
}
