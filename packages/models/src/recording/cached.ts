import { join } from 'node:path'
import {
  describeModel,
  type Model,
  type ModelRequest,
  type ModelResponse,
  unlessAborted,
} from '@skill-state/protocol'
import { entryText, readEntry } from './_entry.ts'
import { openFolder, replace } from './_files.ts'
import { readStoredResponse, storedResponse } from './_stored.ts'
import { type KeyOptions, keyOf, requestText } from './request-key.ts'

/**
 * The same model, with a cache of responses in a folder, which any models and processes may share. A request that was
 * answered before, in this run or another, is answered from the folder and not sent. Only whole, unspoiled replies are
 * kept (`stop`, no injected fault). Wrap a model that injects faults around this one, since its faults are no part
 * of the key.
 *
 * Of equal requests at the same time one is sent, and the others wait for its response; if it fails, is aborted or
 * is not worth keeping, the next one is sent in its place. So each call that is sent has one who pays for it.
 *
 * A file is `<key>.jsonl`, in the format of `recording`. One that cannot be read counts as missing and is written
 * anew; a response that cannot be kept is returned all the same. Throws `invalid-option` if the folder
 * is not writable.
 *
 * @example
 * ```ts
 * import { cached, scripted } from '@skill-state/models'
 *
 * const model = cached(scripted(['North.']), 'cache')
 * await model.generate({ prompt: 'Where to?' })
 * console.log((await model.generate({ prompt: 'Where to?' })).text) // North.
 * ```
 */
export function cached(model: Model, directory: string, options: KeyOptions = {}): Model {
  openFolder(directory)
  const underWay = new Map<string, Promise<void>>()

  async function send(request: ModelRequest, file: string, asked: string): Promise<ModelResponse> {
    const { promise, resolve } = Promise.withResolvers<void>()
    underWay.set(file, promise)
    try {
      const response = await model.generate(request)
      if (isGood(response)) store(file, entryText(asked, storedResponse(request, response)))
      return response
    } finally {
      underWay.delete(file)
      resolve()
    }
  }

  return {
    ...describeModel(model),
    async generate(request) {
      const asked = requestText(model, request, options)
      const file = join(directory, `${keyOf(asked)}.jsonl`)
      for (;;) {
        request.signal?.throwIfAborted()
        const response = find(file, asked)
        if (response !== undefined) return told(response, request)
        const other = underWay.get(file)
        if (other === undefined) return send(request, file, asked)
        await unlessAborted(other, request.signal)
      }
    },
  }
}

/** A stored response, whose text a listener gets in one piece. */
function told(response: ModelResponse, { onText }: ModelRequest): ModelResponse {
  if (response.text !== '') onText?.(response.text)
  return { ...response, replayed: 'cache' }
}

function isGood({ finishReason, fault }: ModelResponse): boolean {
  return finishReason === 'stop' && fault === undefined
}

function find(file: string, asked: string): ModelResponse | undefined {
  try {
    return readEntry(file, asked, readStoredResponse)
  } catch {
    return undefined
  }
}

function store(file: string, text: string): void {
  try {
    replace(file, text)
  } catch {
    // The response is worth more than its place in the cache.
  }
}
