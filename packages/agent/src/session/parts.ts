import { chainOf } from '@skill-state/core/journal'
import type { Message, Model, Part, Prompt } from '@skill-state/protocol'
import type { ResultStore } from '@skill-state/tools'

/** Most images and files that a prompt shows. */
const MAX_SHOWN = 8

/** Most characters of one in base64: what Anthropic takes, the strictest of the providers. */
const MAX_DATA_CHARS = 5_000_000

export const MAX_PART_CHARS: number = MAX_SHOWN * MAX_DATA_CHARS

/** Most characters of the notice that `seeing` adds. */
export const MAX_LEFT_OUT_CHARS = 200

/** Whether a text is base64, by patterns that keep nothing for each character: one from end to end could leave the stack too small. */
function isBase64(text: string): boolean {
  const digits = text.replace(/={1,2}$/, '')
  return digits !== '' && !/[^A-Za-z0-9+/]/.test(digits)
}

/** A hash has 22 characters. */
const HANDLE = /(?:image|file)-[\w-]{22}/g

/**
 * Keeps images and files by the hash of what they are, once each, and returns the line that the model is shown: its handle,
 * and whether the model can read it.
 */
export function keeping(
  results: ResultStore,
  sees: readonly string[] = [],
): (part: Part, what: string) => string {
  return ({ type, mediaType, data, name }, what) => {
    if (data.length > MAX_DATA_CHARS) return `[${what}, not kept: ${(MAX_DATA_CHARS / 4) * 3} bytes at most]`
    if (!isBase64(data)) return `[${what}, not kept: its data is not base64]`
    const handle = handleOf({ type, mediaType, data, name })
    results.keep(handle, JSON.stringify({ type, mediaType, data, name }))
    return `[${handle}: ${what}${sees.includes(mediaType) ? '' : `, not shown: the model reads no ${mediaType}`}]`
  }
}

/** Names an image or a file by the hash of all that it is. */
export function handleOf({ type, mediaType, data, name }: Part): string {
  return `${type}-${chainOf('', JSON.stringify({ type, mediaType, data, name }))}`
}

/** The model, shown the images and files whose handles state and observation name: the last ones, up to a number. */
export function seeing(results: ResultStore, model: Model): Model {
  const { sees = [] } = model.capabilities ?? {}
  if (sees.length === 0) return model
  return {
    ...model,
    generate: async (request) =>
      await model.generate({ ...request, prompt: await withParts(request.prompt, results, sees) }),
  }
}

async function withParts(prompt: Prompt, results: ResultStore, sees: readonly string[]): Promise<Prompt> {
  const messages: readonly Message[] = typeof prompt === 'string' ? [{ role: 'user', text: prompt }] : prompt
  const last = messages.at(-1)
  const handles = [...new Set(last?.text.match(HANDLE))]
  if (last?.role !== 'user' || handles.length === 0) return prompt
  const parts: Part[] = []
  for (const handle of handles.slice(-MAX_SHOWN)) {
    const part = parse(await results.read(handle))
    if (part && sees.includes(part.mediaType)) parts.push(part)
  }
  const left = handles.length - parts.length
  const notice =
    left === 0
      ? ''
      : `\n\n[${left} of the images and files named above are not shown: a prompt shows the last ${MAX_SHOWN}, of those that are kept and that you can read]`
  return [...messages.slice(0, -1), { ...last, text: last.text + notice, parts }]
}

/** A file that a crash cut off cannot be read. */
function parse(kept: string | undefined): Part | undefined {
  try {
    return kept === undefined ? undefined : (JSON.parse(kept) as Part)
  } catch {
    return undefined
  }
}
