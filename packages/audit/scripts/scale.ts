/**
 * Time and memory of an audit of coding sessions, printed beside their targets. The sessions are generated and removed again.
 *
 *   node --conditions=@skill-state/source packages/audit/scripts/scale.ts [--mb 1024] [--one]
 *
 * `--one` puts them all into a single file.
 */
import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Names, readSessions, SessionTotals, sessionsMarkdown } from '@skill-state/audit/sessions'

const { values: flags } = parseArgs({
  options: { mb: { type: 'string', default: '1024' }, one: { type: 'boolean' }, read: { type: 'string' } },
})
const [MAX_MEGABYTES, MAX_SECONDS] = [400, 60]
/** A session between two compactions, about as large as a window of 200,000 tokens. */
const WINDOW_CHARS = 600_000
const time = '2026-03-09T08:00:13.439Z'

if (flags.read === undefined) measure()
else await read(flags.read)

function measure(): void {
  const folder = mkdtempSync(join(tmpdir(), 'audit-scale-'))
  try {
    const bytes = generate(folder, Number(flags.mb) * 2 ** 20, flags.one === true)
    const child = spawnSync(process.execPath, [...process.execArgv, import.meta.filename, '--read', folder], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [seconds, megabytes, summary] = JSON.parse(child.stdout) as [number, number, string]
    const line = (name: string, figure: number, target: number): string =>
      `${name}: ${figure.toFixed(1)}, target ${target}, ratio ${(figure / target).toFixed(2)}\n`
    process.stdout.write(
      `${(bytes / 2 ** 20).toFixed(0)} MB of sessions. ${summary}\n${line('CPU seconds', seconds, MAX_SECONDS)}${line('MB of memory', megabytes, MAX_MEGABYTES)}`,
    )
    if (seconds > MAX_SECONDS || megabytes > MAX_MEGABYTES) process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What the command does, without its output. */
async function read(folder: string): Promise<void> {
  const names = new Names(false)
  const totals = new SessionTotals(names)
  for await (const found of readSessions([folder])) {
    if (found.kind === 'session') totals.add(found.session)
  }
  sessionsMarkdown(totals)
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  process.stdout.write(JSON.stringify([(userCPUTime + systemCPUTime) / 1e6, maxRSS / 1024, totals.summary()]))
}

/** Writes sessions of 1 to 64 MB, or a single one. Returns their bytes. */
function generate(folder: string, wanted: number, isOne: boolean): number {
  let bytes = 0
  for (let file = 0; bytes < wanted; file++) {
    const size = isOne ? wanted : Math.min(wanted - bytes, 2 ** (20 + (file % 7)))
    const handle = openSync(join(folder, `${file}.jsonl`), 'w')
    for (const text of file % 2 === 0 ? claudeLines(file, size) : codexLines(file, size))
      bytes += writeSync(handle, text)
    closeSync(handle)
  }
  return bytes
}

interface Made {
  readonly path: string
  readonly id: string
  readonly text: string
  readonly command: string
}

/** A call of a session: what it asks, and a result of 200 to 9,000 characters of code with facts for later calls. */
function made(file: number, call: number): Made {
  const path = `/srv/project-${file}/src/part-${call % 97}/module${(call * 7919) % 4001}.ts`
  const id = `run-${file.toString(36)}-${(call * 48_271) % 99_991}`
  const lines = Array.from(
    { length: call % 9 === 0 ? 90 : 2 + ((call * 31) % 12) },
    (_, at) =>
      `  const value${(call + at) % 613} = await load('${path}', { retries: ${at}, id: "${id}" }) // line ${at} of ${call}\n`,
  )
  return {
    path,
    id,
    text: lines.join(''),
    command: `cat ${path} | grep -n "${id}" && curl -s http://127.0.0.1:${40_000 + (call % 999)}/${id}`,
  }
}

function* claudeLines(file: number, size: number): Generator<string> {
  let [bytes, window, call, parentUuid] = [0, 0, 0, null as string | null]
  const line = (uuid: string, more: object): string => {
    const text = `${JSON.stringify({ parentUuid, isSidechain: false, userType: 'external', cwd: '/srv', sessionId: `s${file}`, version: '2.1.220', gitBranch: 'main', ...more, uuid, timestamp: time })}\n`
    parentUuid = uuid
    bytes += text.length
    window += text.length
    return text
  }
  yield line(`u-${file}`, { type: 'user', message: { role: 'user', content: `Do task ${file}.` } })
  while (bytes < size) {
    const { path, id, text, command } = made(file, call++)
    const input =
      call % 3 === 0
        ? { command }
        : { file_path: path, note: made(file, call % 20 === 0 ? Math.max(0, call - 60) : call).id }
    const usage = {
      input_tokens: 3,
      cache_read_input_tokens: Math.round(window / 4),
      cache_creation_input_tokens: 200,
      output_tokens: 80,
    }
    const content = [
      { type: 'tool_use', id: `t-${file}-${call}`, name: call % 3 === 0 ? 'Bash' : 'Read', input },
    ]
    yield line(`a-${file}-${call}-${id}`, {
      type: 'assistant',
      message: { id: `m-${file}-${call}`, role: 'assistant', content, usage },
    })
    yield line(`r-${file}-${call}-${id}`, {
      type: 'user',
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: `t-${file}-${call}`, content: text }],
      },
      toolUseResult: { stdout: text },
    })
    if (window < 2 * WINDOW_CHARS) continue
    const logicalParentUuid = parentUuid
    parentUuid = null
    window = 0
    yield line(`b-${file}-${call}`, {
      type: 'system',
      subtype: 'compact_boundary',
      logicalParentUuid,
      compactMetadata: { trigger: 'auto', preTokens: 155_000 },
    })
    yield line(`s-${file}-${call}`, {
      type: 'user',
      isCompactSummary: true,
      message: { role: 'user', content: `The work went on until ${path}.` },
    })
  }
}

function* codexLines(file: number, size: number): Generator<string> {
  let [bytes, window, call] = [0, 0, 0]
  const line = (type: string, payload: object): string => {
    const text = `${JSON.stringify({ timestamp: time, type, payload })}\n`
    bytes += text.length
    window += text.length
    return text
  }
  const said = (text: string): object => ({
    type: 'message',
    role: 'user',
    content: [{ type: 'input_text', text }],
  })
  yield line('session_meta', { id: `s${file}`, cwd: '/srv', cli_version: '0.98.0' })
  while (bytes < size) {
    const { path, text, command } = made(file, call++)
    const call_id = `t-${file}-${call}`
    yield line('response_item', {
      type: 'function_call',
      name: 'shell',
      arguments: JSON.stringify({ command: ['bash', '-lc', command] }),
      call_id,
    })
    yield line('response_item', { type: 'function_call_output', call_id, output: text })
    yield line('event_msg', { type: 'exec_command_end', call_id, stdout: text })
    if (window < 2 * WINDOW_CHARS) continue
    window = 0
    yield line('compacted', {
      message: '',
      replacement_history: [said(`Do task ${file}.`), said(`The work went on until ${path}.`)],
    })
  }
}
