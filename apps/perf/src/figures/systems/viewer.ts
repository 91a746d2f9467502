import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileSkill } from '@skill-state/core'
import { type RunFolder, tracePath } from '@skill-state/eval'
import { warehouse } from '@skill-state/skillexecbench'
import { cpuTime } from '../../measure/race.ts'
import { atMost, type Benchmark } from '../../measure/row.ts'
import { createFolder } from '../../task/folder.ts'
import { firstTask, linesOf } from '../../task/warehouse-episode.ts'

const SERVER = new URL('viewer-server.ts', import.meta.url)
const VIEWER = fileURLToPath(new URL('../../../../viewer', import.meta.url))
const EPISODES = 100_000
const STEPS = 3

/** What the process that serves `bench view` takes until the page has the rows of a large run, in seconds of a core. */
export const viewer: Benchmark = {
  name: 'viewer',
  title: `bench view of ${EPISODES.toLocaleString('en')} episodes of ${STEPS} steps, asked as its page asks`,
  run: async () => {
    buildPage()
    using folder = createFolder()
    const run = await writeEpisodes(folder.file('large'))
    const before = cpuTime()
    readBare(run)
    const bare = (cpuTime() - before) / 1e6
    const { first, all, megabytes } = await load(run)
    const unit = 's of a core'
    const ratio = { value: all / bare, of: 'bound' }
    return [
      { name: 'bound: each line read and parsed as JSON', figure: bare, unit },
      { name: 'start and first rows', figure: first, unit },
      { name: 'start and all rows', figure: all, unit, ratio, target: atMost(15) },
      { name: 'memory of the server', figure: megabytes, unit: 'MB', target: atMost(300) },
    ]
  },
}

function buildPage(): void {
  if (existsSync(join(VIEWER, 'dist/app/index.html'))) return
  execFileSync(join(VIEWER, 'node_modules/.bin/vite'), ['build'], { cwd: VIEWER, stdio: 'ignore' })
}

/** One episode, played by the harness and copied under other names. */
async function writeEpisodes(path: string): Promise<RunFolder> {
  const { id, skill } = warehouse
  const [first, ...others] = await linesOf(firstTask(STEPS))
  if (first?.kind !== 'episode') throw new Error('a trace begins with its episode')
  const { schema } = compileSkill(skill)
  const { instructions, initialState } = skill
  const benchmark = { id, instructions, initialState: initialState ?? {}, schema }
  const conditions = {
    experiment: 'large',
    series: [{ benchmark, variants: ['plain'] }],
    runtimes: [{ id: first.runtime, options: {} }],
    model: { id: first.model, notice: '' },
    episodes: EPISODES,
  }
  mkdirSync(path)
  writeFileSync(join(path, 'run.json'), JSON.stringify(conditions))
  const run = { path, conditions }
  const rest = others.map((line) => `${JSON.stringify(line)}\n`).join('')
  mkdirSync(dirname(tracePath(run, first)), { recursive: true })
  for (let index = 0; index < EPISODES; index += 1) {
    const episode = { ...first, task: `t${STEPS}-s${index}`, seed: index }
    writeFileSync(tracePath(run, episode), `${JSON.stringify(episode)}\n${rest}`)
  }
  return run
}

/** What no reader of the same lines can be faster than. */
function readBare({ path }: RunFolder): void {
  for (const file of globSync('episodes/**/*.jsonl', { cwd: path })) {
    const lines = readFileSync(join(path, file), 'utf8').split('\n').slice(0, -1)
    for (const line of lines) JSON.parse(line)
  }
}

/** What the page needs to know of a manifest here. */
interface News {
  readonly revision: string
  readonly unread: number
  readonly episodes: readonly unknown[]
}

/** What the server has taken: seconds of a core, and most memory. */
interface Taken {
  readonly seconds: number
  readonly megabytes: number
}

async function load({ path }: RunFolder): Promise<{ first: number; all: number; megabytes: number }> {
  const server = fork(SERVER, [path])
  const [url] = (await once(server, 'message')) as [string]
  const taken = async (): Promise<Taken> => {
    server.send('taken')
    const [answer] = await once(server, 'message')
    return answer
  }
  let first: number | undefined
  let rows = 0
  for (let after = '', unread = 1; unread > 0; ) {
    const news = (await (await fetch(`${url}data/manifest.json${after}`)).json()) as News
    first ??= (await taken()).seconds
    rows += news.episodes.length
    after = `?after=${news.revision}`
    unread = news.unread
  }
  if (rows !== EPISODES) throw new Error(`${rows} of ${EPISODES} rows came`)
  const { seconds, megabytes } = await taken()
  server.kill()
  return { first: first ?? Number.NaN, all: seconds, megabytes }
}
