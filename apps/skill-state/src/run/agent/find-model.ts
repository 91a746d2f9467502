import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { providerModel, readModelInfo } from '@skill-state/models'
import {
  describeModel,
  invalidOption,
  type Model,
  type ModelResponse,
  reasonOf,
  SkillStateError,
} from '@skill-state/protocol'
import type { AskedFlags, ModelFlags } from '../options.ts'

/**
 * The model that `--model` names: `provider:model`, `local:FILE`, or the path of a module whose default export is a model.
 * Throws `missing-key` or `invalid-option` before anything is sent.
 */
export async function findModel(flags: ModelFlags): Promise<Model> {
  const { model: name, baseUrl, maxOutputTokens, modelInfo } = flags
  if (name === undefined)
    throw invalidOption('--model: name the model that decides, as provider:model, local:FILE or ./module.ts')
  if (/^\.{0,2}\//.test(name)) return await loadModel(name)
  const capabilities = modelInfo === undefined ? undefined : readModelInfo(modelInfo)
  const options = { baseUrl, maxOutputTokens, capabilities }
  if (!name.startsWith('local:')) return providerModel(name, options)
  const { local } = await import('@skill-state/models/local')
  return local(name.slice('local:'.length), options)
}

/** The model that a command also asks, or its recording; undefined if it names neither. */
export async function askedModel(flags: AskedFlags): Promise<Model | undefined> {
  const { recorded, record, cache } = flags
  if (recorded !== undefined && flags.model !== undefined)
    throw invalidOption('--recorded: leave it out, or leave out --model: one of them answers')
  const { cached, recording, replay } = await import('@skill-state/models')
  if (recorded !== undefined) return replay(recorded)
  if (flags.model === undefined) return undefined
  const model = await findModel(flags)
  const kept = cache === undefined ? model : cached(model, cache)
  return record === undefined ? kept : recording(kept, record)
}

async function loadModel(name: string): Promise<Model> {
  const file = resolve(name)
  if (!existsSync(file)) throw invalidOption(`--model: there is no file ${name}`)
  const { default: model } = await loadModule(file, `--model: ${name}`)
  if (isModel(model)) return checkedModel(name, model)
  throw invalidOption(`--model: ${name} exports no model by default: it needs id and generate`)
}

/** What a module of the user exports. Throws `invalid-option` if it cannot be loaded; `name` is what the error calls it. */
export async function loadModule(file: string, name: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await import(pathToFileURL(file).href)
  } catch (error) {
    throw invalidOption(`${name} cannot be loaded: ${reasonOf(error)}`)
  }
}

function isModel(value: unknown): value is Model {
  const { id, generate } = (value ?? {}) as Partial<Record<keyof Model, unknown>>
  return typeof id === 'string' && typeof generate === 'function'
}

/**
 * A model of a module of the user, checked against what models promise: what `generate` throws becomes a `SkillStateError` in
 * one line, and what a reply leaves out is filled in, so that a cache and a recording keep it.
 */
function checkedModel(name: string, model: Model): Model {
  const failed = (what: string, cause?: unknown): SkillStateError =>
    new SkillStateError('model-failed', `--model: ${name} ${what}`, { cause })
  return {
    ...describeModel(model),
    async generate(request) {
      let response: Partial<ModelResponse> | undefined
      try {
        response = await model.generate(request)
      } catch (error) {
        request.signal?.throwIfAborted()
        throw error instanceof SkillStateError ? error : failed(`threw: ${reasonOf(error)}`, error)
      }
      if (typeof response?.text !== 'string')
        throw failed('answered without a text: generate has to return { text, usage, … }')
      const { text, usage = {}, model: answeredBy = model.id, finishReason = 'stop' } = response
      return { ...response, text, usage, model: answeredBy, finishReason }
    },
  }
}
