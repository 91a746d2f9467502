import type { EpisodeRow } from '../src/manifest/manifest.ts'
import { check, type Tab } from './_tab.ts'

/** The part of an address that names an episode. */
export function addressOf({ run, file }: Pick<EpisodeRow, 'run' | 'file'>): string {
  const name = file.replace(/^episodes\//, '').replace(/\.jsonl$/, '')
  return `#/run/${encodeURIComponent(run)}/episode/${encodeURIComponent(name)}`
}

/** An episode with a state and a rejected reply: each panel, each key, the story of a value, the comparison. */
export async function checkEpisode(tab: Tab, row: EpisodeRow, rejectedAt: number): Promise<void> {
  const { page } = tab
  await tab.open(`${addressOf(row)}/step/0`)
  for (let step = 0; step < rejectedAt; step += 1) await page.keyboard.press('j')
  await tab.until(`document.querySelector('.attempt.rejected .issues li')`, 'a rejected reply and the reason')
  check(page.url().endsWith(`/step/${rejectedAt}`), 'the address names the step')
  check((await tab.text('.steps [aria-current]')).startsWith(String(rejectedAt)), 'the list shows the step')
  await tab.shot('episode')

  await page.keyboard.press('p')
  await tab.until(`document.querySelector('.prompt-panel .good')`, 'a prompt that agrees with its hash')
  await page.click('.prompt-panel .tabs button:nth-child(2)')
  await tab.until(
    `document.querySelector('.prompt-panel pre').textContent.includes('Instructions')`,
    'a second prompt',
  )
  await tab.shot('prompt')
  await page.click('.of-prompts summary')
  await tab.until(
    `document.querySelector('.prompt-panel .difference ins')`,
    'what a retry adds to its prompt',
  )
  await tab.shot('prompt-difference')
  await page.keyboard.press('s')
  await tab.until(`document.querySelector('.panel .about .good')`, 'a state that agrees with its hash')
  await page.keyboard.press('k')
  await page.keyboard.press('d')
  await tab.until(`document.querySelector('.state li')`, 'the state as lines')
  await page.keyboard.press('j')
  await tab.shot('diff')
  await page.keyboard.press('w')
  await tab.until(
    `/step \\d+/.test(document.querySelector('.state .margin')?.textContent)`,
    'which step set a value',
  )
  await tab.shot('why')
  await page.click('.state li:nth-child(2) a.key')
  await tab.until(`document.querySelector('.answer a')`, 'the story of a value')
  await tab.shot('story')
  const story = await tab.text('.answer')
  await page.reload()
  await tab.until(
    `document.querySelector('.answer')?.textContent === ${JSON.stringify(story)}`,
    'the story again',
  )
  await page.click('.answer a')
  await tab.until(`document.querySelector('.state li.added')`, 'the step that set it, with its patch')

  await page.keyboard.press('/')
  await page.fill('.steps input', 'maintenance')
  await tab.until(`document.querySelectorAll('.steps li').length < ${row.steps}`, 'fewer steps by their text')
  await page.keyboard.press('Escape')
  await page.selectOption('.compare-with select', { index: 1 })
  await tab.until(
    `document.querySelectorAll('.side .step-view').length === 2`,
    'two episodes at the same step',
  )
  await page.keyboard.press('ArrowRight')
  await page.click('.of-prompts summary')
  await tab.until(`document.querySelector('.difference del')`, 'the difference of two prompts')
  await tab.shot('compare')
}

/** The prompt of the last call of an episode, rebuilt: it agrees only if everything before it does. */
export async function checkPrompts(tab: Tab, row: EpisodeRow): Promise<void> {
  await tab.open(`${addressOf(row)}/step/${row.steps - 1}/prompt`)
  await tab.until(`document.querySelector('.prompt-panel .good')`, `the last prompt of ${row.runtime} agrees`)
}
