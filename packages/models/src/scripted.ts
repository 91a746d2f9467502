import {
  type Model,
  type ModelRequest,
  type ModelResponse,
  promptText,
  SkillStateError,
} from '@skill-state/protocol'

/** A request as a script reads it: its prompt is all of its texts. */
type ScriptedRequest = Omit<ModelRequest, 'prompt'> & { readonly prompt: string }

/** Words with the space before them. The counts keep a reply of megabytes from exhausting the matcher's stack. */
const WORDS = /\s{0,100}\S{1,100}|\s{1,100}/g

/** What the model answers: a list, used in order, or a function of the request and the call's number from 0. */
export type Script = readonly string[] | ((request: ScriptedRequest, call: number) => string)

/**
 * Answers from a script. The calls of one scripted model share its place in the script, so calls that
 * overlap are answered in the order in which they started. `onText` gets a reply word by word. Throws `script-exhausted` when a list has no reply left.
 *
 * @example
 * ```ts
 * import { scripted } from '@skill-state/models'
 *
 * const model = scripted(['North.', 'South.'])
 * console.log((await model.generate({ prompt: 'Where to?' })).text) // North.
 *
 * const echo = scripted(({ prompt }, call) => `${call}: ${prompt}`)
 * console.log((await echo.generate({ prompt: 'Hello' })).text) // 0: Hello
 * ```
 */
export function scripted(replies: Script, options?: { readonly id?: string }): Model {
  const id = options?.id ?? 'scripted'
  const reply = typeof replies === 'function' ? replies : fromList(replies)
  let calls = 0
  return {
    id,
    notice: 'scripted replies, not a language model',
    async generate(request: ModelRequest): Promise<ModelResponse> {
      request.signal?.throwIfAborted()
      const call = calls
      calls += 1
      const text = reply({ ...request, prompt: promptText(request.prompt) }, call)
      if (request.onText !== undefined) for (const [word] of text.matchAll(WORDS)) request.onText(word)
      return { text, finishReason: 'stop', usage: {}, model: id }
    },
  }
}

function fromList(replies: readonly string[]): (request: ScriptedRequest, call: number) => string {
  return (_request, call) => {
    const text = replies[call]
    if (text !== undefined) return text
    throw new SkillStateError(
      'script-exhausted',
      `the script has ${replies.length} replies; call ${call + 1} has none`,
    )
  }
}
