import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isJsonObject, type JsonObject, parseJson } from '@skill-state/protocol'
import { DEFAULT_CHARS } from './limits.ts'
import { noteOn } from './note.ts'
import { hooksHome } from './places.ts'
import { plain, shortened } from './plain.ts'
import { addNote } from './state/notes.ts'

/** After it the process ends, whatever is under way: the host waits for it. */
const DEADLINE_MS = Number(process.env.SKILL_STATE_DEADLINE_MS) || 5_000
/** Of what a host tells; a longer one is not kept. */
const MAX_BYTES = 64_000_000

/**
 * `skill-state hooks run`: what hosts execute. Reads an event from standard input and writes what the model is to be told, if
 * anything. It ends the process, always with 0: what fails is a line in the log.
 */
export async function runHook(args: readonly string[]): Promise<never> {
  const until = Date.now() + DEADLINE_MS
  const end = (problem?: unknown): never => {
    if (problem !== undefined) log(problem instanceof Error ? problem.message : 'something was thrown')
    process.exit(0)
  }
  setTimeout(
    () => end(new Error(`a hook had not ended after ${DEADLINE_MS} ms, and was given up`)),
    DEADLINE_MS,
  )
  process.on('uncaughtException', end)
  process.stdout.on('error', end)
  try {
    const text = await answer(
      await readEvent(),
      Number(args[args.indexOf('--max-chars') + 1]) || DEFAULT_CHARS,
      until,
    )
    if (text !== '') await new Promise((written) => process.stdout.write(text, written))
    return end()
  } catch (error) {
    return end(error)
  }
}

async function readEvent(): Promise<JsonObject> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of process.stdin) {
    bytes += (chunk as Buffer).length
    // Read to the end even so: the host may wait until all is taken.
    if (bytes <= MAX_BYTES) chunks.push(chunk as Buffer)
  }
  if (bytes > MAX_BYTES) throw new Error(`an event of ${bytes} bytes is too long to be noted`)
  const event = parseJson(Buffer.concat(chunks).toString('utf8'))
  if (!isJsonObject(event)) throw new Error('standard input is no JSON object: no event of a host')
  return event
}

/** What the model is told; the states are loaded only if it is told something. */
async function answer(event: JsonObject, maxChars: number, until: number): Promise<string> {
  const { hook_event_name: name, session_id: session } = event
  const cwd = typeof event.cwd === 'string' ? event.cwd : process.cwd()
  if (name === 'StateTool') {
    const { runStateTool } = await import('./state-tools.ts')
    return await runStateTool(event.tool, event.input, { cwd, maxChars, until })
  }
  if (typeof session !== 'string' || session === '') throw new Error('the event names no session')
  const note = noteOn(event)
  if (note !== undefined) addNote(session, note)
  if (name !== 'SessionStart') return ''
  const { sessionText } = await import('./state/text.ts')
  return await sessionText({ session, cwd, parent: parentOf(event, session) }, { maxChars, until })
}

/** The session that a new one was forked from: its file is still the one that is named. */
function parentOf({ source, transcript_path: file }: JsonObject, session: string): string | undefined {
  if (source !== 'fork' || typeof file !== 'string') return undefined
  const parent = basename(file, '.jsonl')
  return parent === session ? undefined : parent
}

/** Bytes of the log, before it is kept as `hooks.log.1` and begun again. */
const MAX_LOG_BYTES = 500_000

/** Adds a line to the log of the hooks. Never throws: a hook has no reader of its errors. */
function log(message: string): void {
  try {
    const file = join(hooksHome(), 'hooks.log')
    mkdirSync(hooksHome(), { recursive: true, mode: 0o700 })
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES) renameSync(file, `${file}.1`)
    const line = `${new Date().toISOString()} ${shortened(plain(message), 400, 'first')}\n`
    appendFileSync(file, line, { mode: 0o600 })
  } catch {
    // A full disk, or a folder that cannot be written.
  }
}
