import type { EpisodeRow } from '../src/manifest/manifest.ts'
import { addressOf } from './_check-episode.ts'
import { HOSTILE } from './_hostile-run.ts'
import { check, type Tab } from './_tab.ts'

const FOREIGN = `document.querySelectorAll('#app img, #app iframe, #app script, #app style, #app object, [onerror], [onload], a[href^="javascript:"]').length`

/** A run of hostile texts: each is shown as text, on every view, and nothing of it takes effect. */
export async function checkHostile(tab: Tab, row: EpisodeRow): Promise<void> {
  const { page } = tab
  await tab.open('#/episodes')
  const address = addressOf(row)
  for (const view of [
    '/step/0',
    '/step/1',
    '/step/2',
    '/step/2/state',
    '/step/2/diff',
    '/step/2/why',
    '/step/1/prompt',
  ]) {
    await tab.open(address + view)
    await tab.until(`document.querySelector('.step-view, .state, .prompt-panel')`, view)
    await page.evaluate(`document.querySelectorAll('details').forEach((each) => { each.open = true })`)
    check((await page.evaluate<number>(FOREIGN)) === 0, `${view} holds no element of the trace's`)
  }
  await tab.open(`${address}/step/0`)
  const text = await page.evaluate<string>('document.body.textContent')
  for (const hostile of HOSTILE.slice(0, 8)) check(text.includes(hostile), `${hostile} is shown as text`)
  for (const name of ['U+001B', 'U+202E', 'U+2028', 'U+0000', 'U+D800', 'U+200B']) {
    check(text.includes(name), `${name} is named`)
  }
  await tab.shot('hostile')
  await tab.open(`${address}/step/2/state`)
  const state = await tab.text('.state')
  check(state.includes('__proto__') && state.includes('constructor'), 'keys of a prototype are keys')
  check(!(await page.evaluate<boolean>(`'polluted' in {}`)), 'no prototype was changed')
  await tab.open(`${address}/step/1`)
  const before = Date.now()
  await page.evaluate(`[...document.querySelectorAll('.long button')].at(-1).click()`)
  await tab.until(
    `[...document.querySelectorAll('pre')].some((each) => each.textContent.length >= 1e6)`,
    'a long line',
  )
  process.stdout.write(`  a line of a million characters: ${Date.now() - before} ms\n`)
  check((await page.evaluate('typeof window.hacked')) === 'undefined', 'no script of a trace ran')
}
