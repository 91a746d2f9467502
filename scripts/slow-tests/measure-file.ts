import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, type RunnerTestFile } from 'vitest'
import type { Cost } from './cost.ts'

const folder = mkdtempSync(join(tmpdir(), 'slow-tests-'))
const ended = join(folder, 'processes')
const preload = new URL('measure-process.mjs', import.meta.url).href
const before = { NODE_OPTIONS: process.env.NODE_OPTIONS, MEASURED_PROCESSES: undefined }
const begin = process.cpuUsage()
setVariables({ NODE_OPTIONS: `${before.NODE_OPTIONS ?? ''} --import=${preload}`, MEASURED_PROCESSES: ended })

let file: RunnerTestFile | undefined
beforeEach(({ task }) => {
  file = task.file
})

afterAll(() => {
  const { user, system } = process.cpuUsage(begin)
  setVariables(before)
  const processes = linesOf(ended)
  const sum = (key: 'cpu' | 'loading'): number =>
    processes.reduce((total, each) => total + each[key], 0) / 1e6
  const cost: Cost = {
    own: (user + system) / 1e6,
    processes: processes.length,
    started: sum('cpu'),
    startUp: sum('loading'),
  }
  if (file !== undefined) file.meta.cost = cost
  rmSync(folder, { recursive: true })
})

function linesOf(path: string): readonly { readonly cpu: number; readonly loading: number }[] {
  try {
    return readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  } catch {
    return [] // no process has ended
  }
}

function setVariables(variables: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
}
