import { describeModel, type JsonObject, known, type Model, SkillStateError } from '@skill-state/protocol'
import { entryText } from './_entry.ts'
import { append, keep, openFolder } from './_files.ts'
import { keepHeader } from './_header.ts'
import { storedResponse } from './_stored.ts'
import { foldersIn, type KeyOptions, keyOf, requestText, responseFile, schemaFile } from './request-key.ts'

/**
 * The same model, with every response kept in a folder, from which `replay` answers. Calls that fail are not kept.
 *
 * ```
 * model.json                   the model: id, notice, settings, capabilities; one recording is of one model
 * responses/<key>.<n>.jsonl    the n-th response to a request, from 1: the request on line 1, the response on line 2
 * schemas/<key>.jsonl          a schema on line 1, whether the model keeps to it on line 2
 * ```
 *
 * A key is the SHA-256 of line 1, without its line break; see `requestText`. Nothing else of a request is kept but
 * `cacheBreakpoints`, so nothing secret is. Equal requests are numbered in the order in which their responses come.
 *
 * Any number of processes may record into one folder. A file is written under a name of its own that ends in `.tmp`,
 * and gets its final name when it is whole and on disk. A kill loses only calls that had not returned; a loss of power
 * may also take the newest files, but tears none.
 *
 * `generate` throws what the model throws, or the system's error if a response cannot be kept; `enforce` throws
 * `invalid-recording` if the recording says otherwise of a schema. Throws `invalid-recording` if the folder holds
 * the recording of another model, and `invalid-option` if it is not writable.
 *
 * @example
 * ```ts
 * import { recording, scripted } from '@skill-state/models'
 *
 * const model = recording(scripted(['North.']), 'replies')
 * console.log((await model.generate({ prompt: 'Where to?' })).text) // North.
 * ```
 */
export function recording(model: Model, directory: string, options: KeyOptions = {}): Model {
  foldersIn(directory).forEach(openFolder)
  keepHeader(directory, model)
  const { enforce, ...about } = describeModel(model)
  const kept = enforce && ((schema: JsonObject) => keepEnforcement(directory, schema, enforce(schema)))
  const next = new Map<string, number>()

  return {
    ...about,
    ...known({ enforce: kept }),
    async generate(request) {
      const asked = requestText(model, request, options)
      const key = keyOf(asked)
      const response = await model.generate(request)
      const text = entryText(asked, storedResponse(request, response))
      const number = await append((n) => responseFile(directory, key, n), next.get(key) ?? 1, text)
      next.set(key, number + 1)
      return response
    },
  }
}

function keepEnforcement<T extends object>(directory: string, schema: JsonObject, enforcement: T): T {
  const asked = JSON.stringify(schema)
  const file = schemaFile(directory, asked)
  if (keep(file, entryText(asked, enforcement))) return enforcement
  const message = `${file}: the model says otherwise now of the schema on line 1; name another folder`
  throw new SkillStateError('invalid-recording', message)
}
