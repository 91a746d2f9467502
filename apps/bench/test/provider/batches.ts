import { type Loopback, startLoopback } from './loopback.ts'

export interface BatchServer extends Loopback {
  /** How many calls each batch has. */
  readonly batches: readonly number[]
  /** Settles when somebody looks at the batch of this number, from 1, which does not end before it is released. */
  readonly hold: (number: number) => Promise<void>
  readonly release: () => void
}

/** OpenAI's batch interface on loopback. Its calls are answered by the provider behind it. */
export async function startBatchServer(provider: string): Promise<BatchServer> {
  const batches: { readonly custom_id: string; readonly body: object }[][] = []
  let uploaded: (typeof batches)[number] = []
  let held: { readonly number: number; readonly seen: () => void } | undefined

  async function play(path: string, method: string | undefined, text: string): Promise<string> {
    if (path.endsWith('/files')) {
      const lines = text.split(/\r?\n/).filter((line) => line.startsWith('{'))
      uploaded = lines.map((line) => JSON.parse(line))
      return JSON.stringify({ id: 'file_1' })
    }
    if (method === 'POST') return JSON.stringify({ id: `batch_${batches.push(uploaded)}` })
    const number = Number(/_(\d+)/.exec(path)?.[1])
    if (path.includes('/batches/')) {
      const isHeld = held?.number === number
      if (isHeld) held?.seen()
      const status = isHeld ? 'in_progress' : 'completed'
      return JSON.stringify({ id: `batch_${number}`, status, output_file_id: `file_${number}` })
    }
    const answers = (batches[number - 1] ?? []).map(async ({ custom_id, body }) => {
      const reply = await fetch(`${provider}/responses`, { method: 'POST', body: JSON.stringify(body) })
      return JSON.stringify({ custom_id, response: { status_code: 200, body: await reply.json() } })
    })
    return `${(await Promise.all(answers)).join('\n')}\n`
  }

  const server = await startLoopback(async (request, response, text) => {
    const body = await play(request.url ?? '', request.method, text)
    response.writeHead(200, { 'content-type': 'application/json' }).end(body)
  })
  return {
    ...server,
    get batches() {
      return batches.map(({ length }) => length)
    },
    hold: (number) =>
      new Promise((seen) => {
        held = { number, seen }
      }),
    release: () => {
      held = undefined
    },
  }
}
