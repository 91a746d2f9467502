import { type ChildProcess, spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { benchArguments, type Command } from '../bench.ts'

/** A bench command that runs beside the test, and is asked to end at the end of it. */
export interface Running extends AsyncDisposable {
  readonly child: ChildProcess
  /** All of both its outputs so far. */
  readonly said: () => string
  /** Settles once it has said this. Rejects if it ends before. */
  readonly says: (text: string) => Promise<void>
  /** Sends a signal and gives the exit code. */
  readonly end: (signal?: NodeJS.Signals) => Promise<number | null>
}

/** Starts a bench command with a key for a provider on loopback. */
export function startBench(
  command: Command,
  { cwd, env }: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv | undefined },
): Running {
  const child = spawn(process.execPath, benchArguments(command), {
    cwd,
    env: { ...process.env, VLLM_API_KEY: 'sk-none', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  let hear = (): void => {}
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk
      hear()
    })
  }
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      resolve(code)
      hear()
    })
  })
  const end = async (signal: NodeJS.Signals = 'SIGINT'): Promise<number | null> => {
    child.kill(signal)
    return await ended
  }
  return {
    child,
    said: () => said,
    says: (text) =>
      new Promise((resolve, reject) => {
        hear = () => {
          if (said.includes(text)) resolve()
          else if (child.exitCode !== null) reject(new Error(`it ended and did not say "${text}": ${said}`))
        }
        hear()
      }),
    end,
    async [Symbol.asyncDispose]() {
      // One that waits for a database of a test that has failed does not end by itself.
      const patience = setTimeout(() => child.kill('SIGKILL'), 20_000)
      await end('SIGTERM')
      clearTimeout(patience)
    },
  }
}

/** A worker that is up. */
export async function startWorker(
  address: string,
  cwd: string,
  { concurrency = 4, env }: { readonly concurrency?: number; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Running> {
  const worker = startBench(`worker --queue ${address} --concurrency ${concurrency}`, { cwd, env })
  await worker.says('episodes at once')
  return worker
}

/** Every trace and report below a folder by its path, without durations and addresses of loopback. */
export function timelessFiles(folder: string): Readonly<Record<string, string>> {
  const files = globSync('**/{runs.json,report.json,*.jsonl*}', { cwd: folder }).toSorted()
  return Object.fromEntries(files.map((file) => [file, timeless(readFileSync(join(folder, file), 'utf8'))]))
}

function timeless(text: string): string {
  return text.replaceAll(/"durationMs":\s*[\d.e-]+/g, '')
}
