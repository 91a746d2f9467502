import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { compileSkill } from '@skill-state/core'
import { openJournal, verify } from '@skill-state/core/journal'
import { memoryJournal } from '@skill-state/core/journal/memory'
import { type Kind, sessionStore } from './session-store.ts'

export interface Race {
  readonly races: number
  /** Processes that write to each session at once. */
  readonly writers: number
  /** What each of them has to say to each session. */
  readonly messages: number
}

const skill = compileSkill({
  name: 'race',
  instructions: 'Listen.',
  schema: { type: 'object' },
  initialState: {},
})

/** Lets several processes write to one session after the other. Returns the conflicts, and what is wrong with the journals. */
export async function raceProcesses(
  kind: Kind,
  address: string,
  { races, writers, messages }: Race,
): Promise<{ readonly conflicts: number; readonly faults: readonly string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'skill-state-race-'))
  const abort = new AbortController()
  try {
    const counts = await Promise.all(
      Array.from({ length: writers }, (_, self) =>
        write([folder, kind, address, races, messages, writers, self], abort.signal),
      ),
    )
    const { store, close } = await sessionStore(kind, folder, address)
    const faults: string[] = []
    for (let race = 0; race < races; race += 1) {
      const records = [...(await store.read(`race-${race}`))]
      faults.push(...faultsOf(records, writers, messages).map((fault) => `race ${race}: ${fault}`))
    }
    await close()
    return { conflicts: counts.reduce((sum, count) => sum + count, 0), faults }
  } finally {
    abort.abort() // the others wait for one that failed
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs a writer to its end, and returns its conflicts. */
async function write(args: readonly (string | number)[], signal: AbortSignal): Promise<number> {
  const flags = ['--conditions=@skill-state/source', '--disable-warning=ExperimentalWarning']
  const program = fileURLToPath(new URL('race-writer.ts', import.meta.url))
  const child = spawn(process.execPath, [...flags, program, ...args.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    signal,
  })
  child.once('error', () => {}) // it was aborted
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const conflicts = Number(await text(child.stdout))
  const code = await ended
  if (code !== 0) throw new Error(`a writer ended with exit code ${code}`)
  return conflicts
}

function faultsOf(records: Parameters<typeof memoryJournal>[0], writers: number, messages: number): string[] {
  try {
    verify(memoryJournal(records))
    const { inbox } = openJournal(memoryJournal(records), { skill }).position
    const texts = [...(inbox ?? [])].map(({ text }) => text)
    const wanted = Array.from(
      { length: writers * messages },
      (_, at) => `${at % writers}-${Math.floor(at / writers)}`,
    )
    const lost = wanted.filter((text) => !texts.includes(text)).map((text) => `message ${text} is lost`)
    const twice = texts
      .filter((text, at) => texts.indexOf(text) < at)
      .map((text) => `message ${text} is there twice`)
    return [...lost, ...twice]
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}
