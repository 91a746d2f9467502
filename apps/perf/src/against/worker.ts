// Plays the work of one folder's sources, a round for each message of `main.ts`: worker.ts FOLDER
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [root = ''] = process.argv.slice(2)
const load = async <Module>(file: string): Promise<Module> =>
  (await import(pathToFileURL(join(root, file)).href)) as Module
const { runJournaled } = await load<typeof import('../task/runs.ts')>('apps/perf/src/task/runs.ts')
const { createTask } = await load<typeof import('../task/task.ts')>('apps/perf/src/task/task.ts')
const { firstTask, linesOf, parts, repliesIn } = await load<typeof import('../task/warehouse-episode.ts')>(
  'apps/perf/src/task/warehouse-episode.ts',
)
const { scripted } = await load<typeof import('@skill-state/models')>('packages/models/src/index.ts')
const { runEpisode } = await load<typeof import('@skill-state/eval')>('packages/eval/src/index.ts')
const { agent } = await load<typeof import('@skill-state/agent')>('packages/agent/src/index.ts')
const { fileSessions } = await load<typeof import('@skill-state/agent/files')>('packages/agent/src/files.ts')

const task = createTask(500)
const episode = firstTask(100)
const replies = repliesIn(await linesOf(episode))

async function converse(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'skill-state-against-'))
  const text = '{"state_patch": {"last": 1}, "action": {"reply": "Noted."}}'
  const generate = async (): Promise<object> => ({
    text,
    finishReason: 'stop',
    usage: { inputTokens: 1, outputTokens: 1 },
    model: 'noting',
  })
  const session = await agent({
    model: { id: 'noting', generate } as never,
    instructions: 'Note.',
    state: { type: 'object', properties: { last: { type: 'integer' } }, additionalProperties: false },
    initialState: {},
    tools: {},
  }).open({ id: 'a', store: fileSessions(folder) })
  for (let turn = 0; turn < 400; turn += 1) await session.ask(`message ${turn}`)
  await session.close()
  rmSync(folder, { recursive: true })
}

const works: Readonly<Record<string, () => Promise<unknown>>> = {
  steps: () => runJournaled(task, 1_000),
  turns: converse,
  harness: async () => {
    for (let count = 0; count < 30; count += 1)
      await runEpisode({ ...parts(episode), model: scripted(replies) })
  },
}

process.on('message', async (name: string) => {
  globalThis.gc?.({ type: 'minor' })
  const begun = process.cpuUsage()
  await works[name]?.()
  const { user, system } = process.cpuUsage(begun)
  process.send?.(user + system)
})
process.send?.(Object.keys(works))
