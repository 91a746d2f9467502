/**
 * Builds the viewer, makes runs with the command line, and clicks through every view in a headless Chromium:
 *
 *   node --conditions=@skill-state/source apps/viewer/scripts/check-viewer.ts --modules DIR [--chromium FILE] [--shots DIR]
 *     [--work DIR]
 *
 * DIR is a folder into which playwright-core was installed, and @sparticuz/chromium too unless --chromium names a browser:
 * `npm install --prefix DIR playwright-core@1.65.1 @sparticuz/chromium@153.0.0` (70 MB). They are no dependencies of the
 * workspace. --shots writes a picture of each view; --work keeps the runs, and uses those that are in it already. Exit
 * code 1 if something is wrong. The sandbox of intercode needs bubblewrap or Docker.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readTrace } from '@skill-state/eval'
// @boundaries-ignore the one way in which scripts start a browser
import { type Browser, launch } from '../../../scripts/browser.ts'
import { openCatalogue } from '../src/server/catalogue/catalogue.ts'
import { serveView, writeStatic } from '../src/server/index.ts'
import { addressOf, checkEpisode, checkPrompts } from './_check-episode.ts'
import { checkHostile } from './_check-hostile.ts'
import { checkLarge } from './_check-large.ts'
import { checkLive } from './_check-live.ts'
import { checkPaid } from './_check-paid.ts'
import { checkTable } from './_check-table.ts'
import { checkView } from './_check-view.ts'
import { writeHostileRun } from './_hostile-run.ts'
import { writeLargeRun } from './_large-run.ts'
import { writePaidRun } from './_paid-run.ts'
import { hostStatic } from './_static-host.ts'
import { check, openTab, type Tab } from './_tab.ts'

const { values } = parseArgs({
  options: {
    modules: { type: 'string' },
    chromium: { type: 'string' },
    shots: { type: 'string' },
    work: { type: 'string' },
  },
})
if (values.modules === undefined) {
  process.stderr.write(
    'check-viewer: usage: check-viewer.ts --modules DIR [--chromium FILE] [--shots DIR] [--work DIR]\n',
  )
  process.exit(2)
}
const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const root = fileURLToPath(new URL('../../..', import.meta.url))
const work = values.work ?? mkdtempSync(join(tmpdir(), 'viewer-'))
const runs = join(work, 'runs')
const { shots } = values
if (shots !== undefined) mkdirSync(shots, { recursive: true })

const LARGE = 10_000
const RUNTIMES =
  'prompt,memory,stateful,truncated,summary-capped,llmlingua,skill-state,skill-state-json,skill-state-operations,prompt-json'

function bench(name: string, ...args: string[]): void {
  const out = join(runs, name)
  if (existsSync(out)) return
  const main = join(root, 'apps/bench/src/main.ts')
  const all = ['--conditions=@skill-state/source', main, 'run', name, ...args, '--out', out]
  execFileSync(process.execPath, all, { stdio: 'pipe' })
}

/** Serves a folder and checks it in a tab of its own, which must not have done anything that it should not. */
async function inTab(
  browser: Browser,
  folder: string,
  name: string,
  run: (tab: Tab) => Promise<void>,
  view: { width?: number; scheme?: 'light' | 'dark' } = {},
): Promise<void> {
  process.stdout.write(`${name}\n`)
  const served = await serveView(folder)
  const tab = await openTab(browser, { url: served.url, shots, ...view })
  try {
    await run(tab)
    check(tab.problems.length === 0, `${name}: nothing is wrong in the browser (${tab.problems.join('; ')})`)
  } finally {
    await tab.shot(`last-${name.replaceAll(/\W+/g, '-')}`)
    await tab.page.close()
    await served.close()
  }
}

execFileSync(join(root, 'apps/viewer/node_modules/.bin/vite'), ['build', '--logLevel', 'warn'], {
  cwd: join(root, 'apps/viewer'),
  stdio: 'inherit',
})
bench('scaling', '--horizon', '10,25,50', '--seeds', '2', '--runtime', RUNTIMES)
bench('faults', '--horizon', '25', '--seeds', '2')
bench('scaling-repository', '--horizon', '10', '--seeds', '1')
bench('delayed', '--seeds', '1', '--runtime', 'prompt,skill-state,skill-state-json')
const JSON_ACTIONS = 'prompt,memory,stateful,skill-state,skill-state-json,skill-state-operations,prompt-json'
bench('tau-bench', '--set', 'tau-bench.data=own', '--runtime', JSON_ACTIONS)
bench('intercode', '--set', 'intercode.data=own', '--runtime', JSON_ACTIONS)
const { episodes } = openCatalogue(runs).manifest(Number.POSITIVE_INFINITY)
const refused = episodes.find(({ run, runtime }) => run === 'faults' && runtime === 'skill-state-guarded')
const faulty = episodes.filter(({ run }) => run === 'faults')
check(refused !== undefined && faulty.length > 1, 'there is an episode with rejected replies')
if (refused === undefined) process.exit(1)

const browser = await launch(values.modules, values.chromium)
try {
  await inTab(browser, runs, 'table', checkTable)
  const first = firstRejection(join(runs, 'faults', refused.file))
  await inTab(browser, runs, 'episode', (tab) => checkEpisode(tab, refused, first))
  await inTab(browser, runs, 'prompts', async (tab) => {
    const kinds = new Map(episodes.map((row) => [`${row.benchmark} ${row.variant} ${row.runtime}`, row]))
    for (const row of kinds.values()) await checkPrompts(tab, row)
    process.stdout.write(
      `  ${kinds.size} kinds of benchmark, variant and runtime: the last prompt agrees with its hash\n`,
    )
  })
  for (const scheme of ['light', 'dark'] as const) {
    for (const width of [1280, 768, 390]) {
      await inTab(
        browser,
        runs,
        `views ${scheme} ${width}`,
        async (tab) => {
          const [left, right] = faulty
          const compare = `#/compare/${addressOf(left ?? refused).slice(2)}/with/${addressOf(right ?? refused).slice(2)}`
          const step = `${addressOf(refused)}/step/${first}`
          const views = {
            episodes: '#/episodes',
            plots: '#/plots',
            step,
            compare: `${compare}/step/${first}`,
          }
          const panels = ['prompt', 'state', 'diff', 'why'].map(
            (panel) => [panel, `${step}/${panel}`] as const,
          )
          for (const [name, hash] of [...Object.entries(views), ...panels]) {
            await tab.open(hash)
            await openDifference(tab)
            await tab.shot(`${name}-${scheme}-${width}`)
            await checkView(tab, name, axe)
          }
          await tab.page.keyboard.press('?')
          await tab.until("document.querySelector('dialog.help[open]')", 'the list of keys')
          await checkView(tab, 'help', axe)
        },
        { width, scheme },
      )
    }
  }
  const hostile = join(work, 'hostile')
  if (!existsSync(hostile)) writeHostileRun(join(runs, 'scaling'), hostile)
  const [victim] = openCatalogue(hostile).manifest(Number.POSITIVE_INFINITY).episodes
  check(victim !== undefined, 'the hostile run is read')
  if (victim) await inTab(browser, hostile, 'hostile', (tab) => checkHostile(tab, victim))

  const paid = join(work, 'paid')
  if (!existsSync(paid)) writePaidRun(join(runs, 'scaling'), paid)
  const [charged] = openCatalogue(paid).manifest(Number.POSITIVE_INFINITY).episodes
  check(charged !== undefined, 'the run that was paid for is read')
  if (charged) await inTab(browser, paid, 'paid', (tab) => checkPaid(tab, charged))

  const live = join(work, 'live')
  rmSync(live, { recursive: true, force: true })
  mkdirSync(live)
  cpSync(join(runs, 'faults', 'run.json'), join(live, 'run.json'))
  await inTab(browser, live, 'live', (tab) =>
    checkLive(tab, live, { folder: join(runs, 'faults'), row: refused }),
  )

  const large = join(work, 'large')
  if (!existsSync(large)) writeLargeRun(join(runs, 'scaling'), large, LARGE)
  await inTab(browser, large, 'large', (tab) => checkLarge(tab, LARGE))

  process.stdout.write('static\n')
  const out = join(work, 'static')
  rmSync(out, { recursive: true, force: true })
  writeStatic(runs, out)
  const host = await hostStatic(out)
  const tab = await openTab(browser, { url: host.url, shots })
  await tab.open('#/episodes')
  await checkPrompts(tab, refused)
  check(tab.problems.length === 0, `static: nothing is wrong in the browser (${tab.problems.join('; ')})`)
  host.close()
  process.stdout.write('nothing is wrong\n')
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  await browser.close()
  if (values.work === undefined) rmSync(work, { recursive: true, force: true })
}

/** Opens the difference of two prompts where a view has one, so that it is checked with the view. */
async function openDifference(tab: Tab): Promise<void> {
  if (!(await tab.page.evaluate<boolean>("document.querySelector('.of-prompts') !== null"))) return
  await tab.page.evaluate("document.querySelector('.of-prompts').open = true")
  await tab.until("document.querySelector('.difference')", 'the difference of two prompts')
}

/** The first step with a rejected reply. */
function firstRejection(file: string): number {
  return readTrace(file)?.steps.findIndex(({ rejections, patch }) => rejections.length > 0 && patch) ?? 0
}
