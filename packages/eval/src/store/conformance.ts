import assert from 'node:assert/strict'
import type { Check } from '@skill-state/protocol/conformance'
import { NotRecorded } from '../trace/cut-off.ts'
import { TRACE_FORMAT, type TraceLine } from '../trace/trace.ts'
import type { Trace } from '../trace/trace-file.ts'
import type { EpisodeName, TraceStore } from './store.ts'

interface StoreSuiteOptions {
  /** Gives an empty store at each call. */
  readonly open: () => Promise<TraceStore>
  /** Opens the run of a store a second time, as another process would. */
  readonly reopen: (store: TraceStore) => Promise<TraceStore>
}

export function testTraceStore({ open, reopen }: StoreSuiteOptions): readonly Check[] {
  const check = (name: string, run: (store: TraceStore) => Promise<void>): Check => ({
    name,
    run: async () => run(await open()),
  })
  return [
    check('what was flushed is read back as it was, by others too', async (store) => {
      await record(store, NAME, LINES)
      for (const each of [store, await reopen(store)]) {
        assert.deepEqual(withoutFile(await each.read(NAME)), WHOLE)
        assert.deepEqual((await Array.fromAsync(each.traces())).map(withoutFile), [WHOLE])
      }
    }),
    check('there is nothing before something was written', async (store) => {
      assert.equal(await store.read(NAME), undefined)
      assert.deepEqual(await Array.fromAsync(store.traces()), [])
      assert.deepEqual(await Array.fromAsync(store.aside()), [])
      assert.deepEqual(await store.list(), [])
    }),
    check('an episode continues after its last line, in any process', async (store) => {
      await record(store, NAME, LINES.slice(0, 4))
      assert.equal((await store.read(NAME))?.end, undefined)
      const other = await reopen(store)
      const writer = await other.resume(NAME)
      for (const line of LINES.slice(4)) writer.record(line)
      await writer.flush()
      writer.close()
      assert.deepEqual(withoutFile(await store.read(NAME)), WHOLE)
    }),
    check('an episode that is created again starts anew', async (store) => {
      await record(store, NAME, LINES)
      await record(store, NAME, LINES.slice(0, 2))
      assert.deepEqual(await store.read(NAME).then((trace) => trace?.calls), [])
      assert.deepEqual(await Array.fromAsync(store.aside()), [])
    }),
    check('what is put aside is out of the way and kept, each time', async (store) => {
      for (const length of [3, 4]) {
        await record(store, NAME, LINES.slice(0, length))
        await store.putAside(NAME)
        assert.equal(await store.read(NAME), undefined)
      }
      assert.deepEqual(await Array.fromAsync(store.traces()), [])
      assert.deepEqual(
        (await Array.fromAsync(store.aside())).map(({ calls, steps }) => calls.length + steps.length),
        [1, 2],
      )
    }),
    check('a trace that is written as a whole replaces the old one', async (store) => {
      await record(store, NAME, LINES.slice(0, 3))
      await store.write(WHOLE)
      assert.deepEqual(withoutFile(await store.read(NAME)), WHOLE)
      assert.deepEqual(await store.list(), [{ name: NAME, status: 'terminated' }])
    }),
    check('episodes are listed in the order of their traces, with how they ended', async (store) => {
      const second = { ...NAME, task: 'b' }
      await record(store, second, LINES.slice(0, 3))
      await record(store, NAME, LINES)
      assert.deepEqual(await store.list(), [{ name: NAME, status: 'terminated' }, { name: second }])
      const tasks = (await Array.fromAsync(store.traces())).map(({ episode }) => episode.task)
      assert.deepEqual(tasks, ['a', 'b'])
    }),
    check('names that differ in any character are other episodes', async (store) => {
      const names = ['a/b', 'a~b', 'a b', 'A b', 'ä', "a'b", 'a%2Fb', '..'].map((task) => ({ ...NAME, task }))
      for (const name of names) await record(store, name, LINES)
      for (const name of names) assert.equal((await store.read(name))?.episode.task, name.task)
      assert.equal((await store.list()).length, names.length)
    }),
    check('a writer writes nothing more once its episode was opened anew', async (store) => {
      const stale = await store.create(NAME)
      for (const line of LINES.slice(0, 3)) stale.record(line)
      await stale.flush()
      const writer = await store.resume(NAME)
      await assert.rejects(async () => {
        for (const line of LINES.slice(3)) stale.record(line)
        await stale.flush()
      }, NotRecorded)
      for (const line of LINES.slice(3)) writer.record(line)
      await writer.flush()
      stale.close()
      writer.close()
      assert.deepEqual(withoutFile(await store.read(NAME)), WHOLE)
    }),
  ]
}

const NAME: EpisodeName = { benchmark: 'world@1', task: 'a', runtime: 'skill-state', model: 'scripted' }

/** Characters that a store may not change, drop or stumble over. */
const ODD = 'NUL \u0000, lone \ud800, line\nfeed, "quote\', back\\slash, \u2028, 🙂'

const LINES: readonly TraceLine[] = [
  { kind: 'episode', format: TRACE_FORMAT, id: 'x', ...NAME, seed: 1, horizon: 1 },
  { kind: 'reset', observation: { text: ODD, done: false } },
  {
    kind: 'call',
    step: 0,
    promptHash: 'h',
    promptChars: 12,
    reply: ODD,
    finishReason: 'stop',
    model: 'm',
    usage: { inputTokens: 1 },
    rawUsage: { z: 1, a: 0.1, n: 1e21 },
    durationMs: 0.25,
  },
  {
    kind: 'step',
    index: 0,
    rejections: [],
    fallback: false,
    patch: { b: null, a: [1, { c: ODD }] },
    action: 'go',
    result: { text: 'there', done: true },
    durationMs: 3,
  },
  { kind: 'end', status: 'terminated', outcome: { reward: 1, metrics: { right: 1 } } },
]

const [EPISODE, RESET, CALL, STEP, END] = LINES
const WHOLE = {
  episode: EPISODE,
  reset: RESET,
  calls: [CALL],
  attempts: [],
  steps: [STEP],
  end: END,
} as Omit<Trace, 'file'>

async function record(store: TraceStore, name: EpisodeName, lines: readonly TraceLine[]): Promise<void> {
  const writer = await store.create(name)
  for (const line of lines) writer.record(line.kind === 'episode' ? { ...line, ...name } : line)
  await writer.flush()
  writer.close()
}

function withoutFile(trace: Trace | undefined): Omit<Trace, 'file'> | undefined {
  if (trace === undefined) return undefined
  const { file: _, ...rest } = trace
  return rest
}
