import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { compileSkill } from '@skill-state/core'
import { openJournal } from '@skill-state/core/journal'
import { openFileJournal } from '@skill-state/core/journal/file'
import { createTask } from '../../task/task.ts'

/** What the first use takes in ms of CPU, and how many records it reads. */
export interface First {
  readonly ms: number
  readonly records: number
}

const [what, path = '', keys] = process.argv.slice(2)
const skill = compileSkill(createTask(Number(keys)).skill)
const started = cpuTime()
const records = what === 'floor' ? readTail() : open()
process.send?.({ ms: cpuTime() - started, records: records ?? tail().length } satisfies First)

function open(): undefined {
  const store = openFileJournal(path)
  openJournal(store, { skill })
  store.close()
}

/** The last snapshot and the records after it. */
function tail(): readonly string[] {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  return lines.slice(lines.findLastIndex((line) => /^\{"(?:open|snapshot)"/.test(line)))
}

/** What no reader can leave out: to find the records, bind each to the one before, and parse them and the state. */
function readTail(): number {
  let digest = ''
  const records = tail().map((line) => {
    digest = hash('sha256', digest + line, 'base64url')
    return JSON.parse(line) as { readonly compressed?: string }
  })
  const { compressed } = records[0] ?? {}
  if (compressed) JSON.parse(brotliDecompressSync(Buffer.from(compressed, 'base64')).toString())
  return records.length
}

/** Of this thread: a busy machine takes no part in it. */
function cpuTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
