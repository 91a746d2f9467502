import { check, type Tab } from './_tab.ts'

const ROWS = `[...document.querySelectorAll('tbody tr[aria-rowindex]')]`
const COUNT = `Number(document.querySelector('output').textContent.replace(/,/g, '').match(/\\d+/)[0])`

/** The table: sorted, filtered by each kind of filter, walked through by keys. */
export async function checkTable(tab: Tab): Promise<void> {
  const { page } = tab
  await tab.open('#/episodes')
  await tab.until(`${ROWS}.length > 10`, 'rows')
  const all = await page.evaluate<number>(COUNT)
  await tab.shot('table')

  await page.click('button[data-sort=score]')
  await page.click('button[data-sort=score]')
  await tab.until(`document.querySelector('[aria-sort=descending]')`, 'sorted by score')
  const scores = await page.evaluate<number[]>(
    `${ROWS}.map((row) => parseFloat(row.textContent.match(/[01]\\.\\d\\d/)))`,
  )
  check(
    scores.every((score, index) => index === 0 || score <= (scores[index - 1] ?? 1)),
    'scores fall',
  )

  await page.keyboard.press('/')
  await page.fill('input[type=search]', 'skill-state t0025')
  await tab.until(`${COUNT} < ${all}`, 'fewer rows by words')
  check(
    await page.evaluate(`${ROWS}.every((row) => row.textContent.includes('skill-state'))`),
    'each row holds the words',
  )
  const link = page.url()
  check(link.includes('q=skill-state') && link.includes('sort=-score'), 'the address holds filter and order')
  await page.reload()
  await tab.until(`${COUNT} < ${all} && ${ROWS}.length > 0`, 'the same rows after loading again')

  await page.click('.filters button')
  await tab.until(`${COUNT} === ${all}`, 'all rows after clearing')
  await page.selectOption('select[aria-label=runtime]', { label: 'memory' })
  await tab.until(
    `${COUNT} < ${all} && ${ROWS}.every((row) => row.textContent.includes('memory'))`,
    'one runtime',
  )
  await page.selectOption('select[aria-label=runtime]', { index: 0 })

  for (const key of ['j', 'j', 'k', 'j', 'Enter']) await page.keyboard.press(key)
  await tab.until(`document.querySelector('.episode-head h1')`, 'the row under the cursor is opened')
  await page.keyboard.press('c')
  await tab.until(`document.querySelectorAll('.side h1').length === 2`, 'two episodes beside each other')
  await page.keyboard.press('Escape')
  await tab.until(`${ROWS}.length > 0`, 'the table again')

  await page.keyboard.press('?')
  await tab.until(`document.querySelector('dialog[open]')`, 'the keys')
  await tab.shot('help')
  await page.keyboard.press('Escape')
  await page.click('.tabs a[href^="#/plots"]')
  await tab.until(`document.querySelectorAll('figure svg.plot path').length > 4`, 'plots')
  await tab.shot('plots')
}
