import {
  type Enforcement,
  type JsonObject,
  known,
  type Model,
  type ModelRequest,
  promptText,
  SkillStateError,
} from '@skill-state/protocol'
import { readEntry } from './_entry.ts'
import { readHeader } from './_header.ts'
import { readEnforcement, readStoredResponse } from './_stored.ts'
import { type KeyOptions, keyOf, requestText, responseFile, schemaFile } from './request-key.ts'

/**
 * The model of a recording, as `recording` kept it: what it says of itself, and its responses. Sends nothing and
 * needs no key. Attempts that failed are not repeated.
 *
 * The n-th call with a request gets the n-th response to it; calls count in the order in which they
 * start. So episodes that run at once and make equal requests may get each other's responses. If that must not be,
 * give each of them a recording and a replay with a `salt` of its own. `onText` gets a recorded text in one piece.
 *
 * Throws `invalid-recording` if the folder holds no recording, and with file and line if a file is not as
 * documented. `generate` throws `unknown-request` if there is no response, or none that was not given yet;
 * `enforce` throws it for a schema that the recorded model was not asked about.
 *
 * @example
 * ```ts
 * import { replay } from '@skill-state/models'
 *
 * const model = replay('replies') // the folder that `recording` wrote
 * console.log((await model.generate({ prompt: 'Where to?' })).text) // North.
 * ```
 */
export function replay(directory: string, options: KeyOptions = {}): Model {
  const { format: _, enforces, ...about } = readHeader(directory)
  const given = new Map<string, number>()
  return {
    ...about,
    ...known({ enforce: enforces ? (schema: JsonObject) => enforcementOf(directory, schema) : undefined }),
    async generate(request) {
      request.signal?.throwIfAborted()
      const asked = requestText(about, request, options)
      const key = keyOf(asked)
      const count = given.get(key) ?? 0
      const response = readEntry(responseFile(directory, key, count + 1), asked, readStoredResponse)
      if (response === undefined) {
        throw unknown(`${directory} holds ${amount(count)} of ${about.id} to ${name(request, key, options)}`)
      }
      given.set(key, count + 1)
      if (response.text !== '') request.onText?.(response.text)
      return { ...response, replayed: 'recording' }
    },
  }
}

function enforcementOf(directory: string, schema: JsonObject): Enforcement {
  const asked = JSON.stringify(schema)
  const enforcement = readEntry(schemaFile(directory, asked), asked, readEnforcement)
  if (enforcement !== undefined) return enforcement
  throw unknown(`${directory} does not say whether replies keep to the schema with key ${keyOf(asked)}`)
}

function unknown(what: string): SkillStateError {
  const advice = 'run under the conditions of the recording, or record this run too'
  return new SkillStateError('unknown-request', `${what}; ${advice}`)
}

function amount(count: number): string {
  if (count === 0) return 'no response'
  return count === 1 ? 'only 1 response, already given,' : `only ${count} responses, all given,`
}

function name({ prompt }: ModelRequest, key: string, { salt }: KeyOptions): string {
  const salted = salt === undefined ? '' : `, salt ${JSON.stringify(salt)}`
  return `the prompt "${excerpt(promptText(prompt))}" (key ${key}${salted})`
}

/** The beginning of a text, of at most 80 characters, on one line. */
function excerpt(text: string): string {
  const line = text.replace(/[\s\p{C}]+/gu, ' ').trim()
  const [beginning = ''] = /^.{0,80}/u.exec(line) ?? []
  return beginning === line ? line : `${beginning}…`
}
