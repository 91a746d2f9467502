import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { digestEpisodes } from '../test/digest-episodes.ts'

const script = `
  import { digestEpisodes } from ${JSON.stringify(new URL('../test/digest-episodes.ts', import.meta.url).href)}
  const { locale, timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  console.log(JSON.stringify({ locale, timeZone, digests: await digestEpisodes() }))
`

/** What a process of its own finds that stands in another place. */
function digestIn(timeZone: string, language: string): unknown {
  const args = ['--conditions=@skill-state/source', '--input-type=module', '--eval', script]
  const env = { ...process.env, TZ: timeZone, LANG: language, LANGUAGE: language, LC_ALL: language }
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', env }))
}

test('an episode is the same in every process, time zone and language', async () => {
  const digests = await digestEpisodes()
  expect(new Set(Object.values(digests)).size).toBe(8)
  const tokyo = digestIn('Asia/Tokyo', 'tr_TR.UTF-8')
  expect(tokyo).toEqual({ locale: 'tr-TR', timeZone: 'Asia/Tokyo', digests })
  const apia = digestIn('Pacific/Apia', 'ar_EG.UTF-8')
  expect(apia).toEqual({ locale: 'ar-EG', timeZone: 'Pacific/Apia', digests })
})
