import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { skillOf } from '../../task/task.ts'

/** What may be used first. Each loads what is not timed, and returns what is. */
const USES: Readonly<Record<string, (path: string, keys: number) => Promise<() => unknown>>> = {
  load: async () => () => import('@skill-state/core'),
  verdict: async (module, keys) => {
    const skill = skillOf(keys)
    const { compileSkill, mergeState } = await import('@skill-state/core')
    return async () => {
      const schema = module === '' ? skill.schema : (await import(module)).schema
      const compiled = compileSkill({ ...skill, schema })
      const change = mergeState(compiled.initialState, { inventory: { shelf_1: 'item_1' } })
      const [issue] = compiled.validateChange(change)
      if (issue) throw new Error(issue.message)
    }
  },
  open: async (path, keys) => {
    const { compileSkill, openFileJournal, openJournal } = await journals()
    const skill = compileSkill(skillOf(keys))
    return () => {
      const store = openFileJournal(path)
      openJournal(store, { skill })
      store.close()
    }
  },
  floor: async (path) => {
    await journals()
    return () => readTail(path)
  },
}

const journals = async () => ({
  ...(await import('@skill-state/core')),
  ...(await import('@skill-state/core/journal')),
  ...(await import('@skill-state/core/journal/file')),
})

const [use = '', path = '', keys] = process.argv.slice(2)
const run = await USES[use]?.(path, Number(keys))
const started = cpuTime()
await run?.()
process.send?.(cpuTime() - started)

/**
 * What no reader of a journal can leave out: to find the last snapshot and the records after it, bind each to the one before,
 * and parse them and the state.
 */
function readTail(path: string): void {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  let digest = ''
  const records = lines
    .slice(lines.findLastIndex((line) => /^\{"(?:open|snapshot)"/.test(line)))
    .map((line) => {
      digest = hash('sha256', digest + line, 'base64url')
      return JSON.parse(line) as { readonly compressed?: string }
    })
  const { compressed } = records[0] ?? {}
  if (compressed) JSON.parse(brotliDecompressSync(Buffer.from(compressed, 'base64')).toString())
}

/** Of this thread, in ms: a busy machine takes no part in it. */
function cpuTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
