import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
// @boundaries-ignore the one way in which scripts start a browser
import type { Page } from '../../scripts/browser.ts'

const axe = readFileSync(
  createRequire(new URL('../../apps/viewer/package.json', import.meta.url)).resolve('axe-core'),
  'utf8',
)

/** Plays the built playground by the keyboard alone. Returns what is wrong. */
export async function walkPlayground(page: Page): Promise<readonly string[]> {
  const found: string[] = []
  const holds = async (condition: string, what: string): Promise<void> => {
    const wait = page.waitForFunction(condition, undefined, { timeout: 20_000 })
    await wait.catch(() => found.push(what))
  }
  const tabTo = async (selector: string): Promise<void> => {
    for (let presses = 0; presses < 200; presses += 1) {
      if (
        await page.evaluate<boolean>(`document.activeElement?.matches(${JSON.stringify(selector)}) === true`)
      )
        return
      await page.keyboard.press('Tab')
    }
    found.push(`the keyboard does not reach ${selector}`)
  }
  const status = (text: string): string =>
    `document.querySelector('.play-status')?.textContent.includes('${text}')`

  await holds(`document.querySelector('.play-run')`, 'it does not load')
  await tabTo('.play-run')
  const requests: string[] = [] // from here on: a link of the site that has the focus is loaded ahead
  page.on('request', (request) => requests.push(request.url()))
  await page.keyboard.press('Enter')
  await holds(`document.activeElement?.textContent === 'Approve'`, 'the call that waits does not ask')
  await page.keyboard.press('Enter')
  await holds(status('5 calls of the model, 1 rejected.'), 'the order desk is not played')
  await holds(`document.querySelector('.play-plot polyline.play-transcript')`, 'there is no plot')
  await tabTo('.play-log summary')
  await page.keyboard.press('Enter')
  await holds(
    `/Rejected, because/.test(document.querySelector('.play-log details[open]')?.innerText)`,
    'no reason is shown',
  )
  if (requests.length > 0) found.push(`it needs the network: ${requests[0]}`)
  if (
    await page.evaluate<boolean>(
      'document.documentElement.scrollWidth > document.documentElement.clientWidth',
    )
  )
    found.push('it scrolls sideways')
  await page.evaluate(`${axe}; 0`)
  const findings = await page.evaluate<readonly string[]>(
    `axe.run('.playground').then(({ violations }) => violations.map(({ id, nodes }) => id + ' at ' + nodes[0].target))`,
  )
  found.push(...findings.map((finding) => `axe-core: ${finding}`))

  await page.fill('#play-instructions', 'Somebody else wrote this.')
  await page.click('.play-buttons button[type=button]')
  await holds(`location.hash.startsWith('#p=')`, 'there is no link to share')
  await page.reload()
  await holds(
    `document.querySelector('#play-instructions')?.value === 'Somebody else wrote this.'`,
    'a link does not open',
  )
  await page.fill('#play-replies-of-the-script', 'no JSON {')
  await page.click('.play-run')
  await holds(status('calls of the model'), 'replies that cannot be read end it')
  await page.selectOption('#play-example', { index: 1 })
  await page.click('.play-run')
  await holds(status('40 calls of the model, 0 rejected.'), 'the long conversation is not played')

  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await page.context().setOffline(true)
  await page.reload()
  await holds(`document.querySelector('.play-run')`, 'it does not open again without a network')
  await page.selectOption('#play-example', { index: 1 })
  await page.click('.play-run')
  await holds(status('40 calls of the model, 0 rejected.'), 'it does not run without a network')
  return found
}
