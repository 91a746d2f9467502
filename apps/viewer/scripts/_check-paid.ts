import type { EpisodeRow } from '../src/manifest/manifest.ts'
import { addressOf } from './_check-episode.ts'
import { SAID } from './_paid-run.ts'
import { check, type Tab } from './_tab.ts'

/** What each call cost, what failed on the way, and an episode that failed before it decided. */
export async function checkPaid(tab: Tab, row: EpisodeRow): Promise<void> {
  const { page } = tab
  let text = ''
  for (let step = 0; step <= 2; step += 1) {
    await tab.open(`${addressOf(row)}/step/${step}`)
    await tab.until(`document.querySelector('.step-view')`, 'the step')
    await page.evaluate(`document.querySelectorAll('details').forEach((each) => { each.open = true })`)
    text += await page.evaluate<string>('document.body.textContent')
    await tab.shot(`paid-${step}`)
  }
  for (const words of SAID) check(text.includes(words), `the page says: ${words}`)
  check(page.url().endsWith('/step/2'), 'a step without a decision is a step')
  check((await tab.text('.warning')).includes('the connection was lost'), 'it is said why the episode failed')
  check((await tab.text('.facts')).includes('failed requests 2'), 'failed requests are counted')
  check((await tab.text('.facts')).includes('calls of the environment 4'), 'the environment has its own sum')
}
