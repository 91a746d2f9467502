import { useEffect, useState } from 'preact/hooks'
import type { RebuiltPrompt } from './rebuild-prompts.ts'
import type { ReplayAnswer, ReplayRequest } from './worker.ts'

/** The prompts of an episode as far as they are rebuilt. */
export interface Replay {
  /** By the number of the call. */
  readonly prompts: readonly RebuiltPrompt[]
  readonly done: boolean
  /** Why no more prompts could be rebuilt. */
  readonly reason?: string | undefined
}

/** A worker that says nothing for so long is stopped. */
const PATIENCE_MS = 30_000
const NOTHING: Replay = { prompts: [], done: false }

/** Rebuilds the prompts of an episode beside the page, anew for each request; none for no request. */
export function useReplay(request: ReplayRequest | undefined): Replay {
  const [replay, setReplay] = useState<Replay>(NOTHING)
  useEffect(() => {
    setReplay(NOTHING)
    if (request === undefined) return
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
    const prompts: RebuiltPrompt[] = []
    const end = (reason?: string): void => {
      clearTimeout(timer)
      worker.terminate()
      setReplay({ prompts, done: true, reason })
    }
    const wait = (): ReturnType<typeof setTimeout> =>
      setTimeout(() => end(`it took more than ${PATIENCE_MS / 1000} seconds`), PATIENCE_MS)
    let timer = wait()
    worker.addEventListener('error', ({ message }) => end(message || 'the worker could not be started'))
    worker.addEventListener('message', ({ data }: MessageEvent<ReplayAnswer>) => {
      clearTimeout(timer)
      if (data.kind === 'done') return end(data.reason)
      timer = wait()
      const { kind: _, ...prompt } = data
      prompts[prompt.call] = prompt
      if (prompts.length % 16 === 1) setReplay({ prompts: [...prompts], done: false })
    })
    worker.postMessage(request)
    return () => {
      clearTimeout(timer)
      worker.terminate()
    }
  }, [request])
  return replay
}
