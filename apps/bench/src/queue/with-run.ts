import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { openRunFolder, writeTrace, writeWhole } from '@skill-state/eval'
import type { Database, Run } from '@skill-state/postgres'
import { openRootFolder } from '../root-folder.ts'

/**
 * Lets a command read a run by the name of its folder, or by its address in a database, as
 * `postgres://host/database/suite`: then what is recorded of it is put into a folder, which is removed afterwards.
 */
export async function withRun<T>(name: string, use: (directory: string) => T | Promise<T>): Promise<T> {
  if (!/^postgres(ql)?:\/\//i.test(name)) return await use(name)
  const { connect, findRuns, parseAddress, readRun } = await import('@skill-state/postgres')
  const wanted = parseAddress(name).run
  await using database = await connect(name)
  const names = await findRuns(database, wanted)
  const temporary = mkdtempSync(join(tmpdir(), 'skill-state-run-'))
  try {
    const directory = join(temporary, basename(wanted) || 'run')
    const isAlone = names.length === 1 && names[0] === wanted
    if (!isAlone)
      openRootFolder({ path: directory, title: wanted, runs: names.map((each) => basename(each)) })
    for (const each of names) {
      const run = await readRun(database, each)
      await copyRun(database, run, isAlone ? directory : join(directory, basename(each)))
    }
    return await use(directory)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

async function copyRun(database: Database, run: Run, directory: string): Promise<void> {
  const { postgresStore, readReport } = await import('@skill-state/postgres')
  const store = postgresStore(database, run)
  openRunFolder(directory, run.conditions)
  for await (const trace of store.traces()) writeTrace(join(directory, trace.file), trace)
  for await (const trace of store.aside()) writeTrace(join(directory, trace.file), trace)
  const report = await readReport(database, run)
  if (report !== undefined) writeWhole(join(directory, 'report.json'), report)
}
