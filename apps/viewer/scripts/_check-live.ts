import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { EpisodeRow } from '../src/manifest/manifest.ts'
import { addressOf } from './_check-episode.ts'
import type { Tab } from './_tab.ts'

/** A run that continues: the lines of an episode appear one after the other, and the page shows them without being asked. */
export async function checkLive(
  tab: Tab,
  folder: string,
  source: { folder: string; row: EpisodeRow },
): Promise<void> {
  const lines = readFileSync(join(source.folder, source.row.file), 'utf8').split('\n').slice(0, -1)
  const file = join(folder, source.row.file)
  mkdirSync(dirname(file), { recursive: true })
  const lock = join(folder, 'run.lock')
  writeFileSync(lock, '')
  const cut = Math.floor(lines.length / 2)
  writeFileSync(file, `${lines.slice(0, cut).join('\n')}\n${lines[cut]?.slice(0, 20)}`)
  await tab.open('#/episodes')
  await tab.until(
    `document.querySelector('.live') && document.querySelector('td .unfinished')`,
    'a run under way',
  )
  await tab.shot('live')
  await tab.open(`${addressOf({ ...source.row, run: 'live' })}/step/0`)
  const steps = `document.querySelectorAll('.steps li').length`
  const before = await tab.page.evaluate<number>(steps)
  appendFileSync(file, `${lines[cut]?.slice(20)}\n${lines.slice(cut + 1).join('\n')}\n`)
  await tab.until(
    `${steps} > ${before} && document.querySelector('.facts .terminated')`,
    'the rest of the episode',
  )
  rmSync(lock)
  await tab.page.keyboard.press('Escape')
  await tab.until(`!document.querySelector('.live')`, 'a run that is no longer under way')
}
