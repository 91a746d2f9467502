import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type ModelOptions, providerModel, readModelInfo } from '@skill-state/models'
import { invalidOption, type Model, reasonOf } from '@skill-state/protocol'
import type { AskedFlags, ModelFlags } from '../options.ts'
import { checkedModel } from './checked-model.ts'

/**
 * The model of a name: `provider:model`, `local:FILE`, or the path of a module whose default export is a model. Throws
 * `missing-key` or `invalid-option` before anything is sent.
 */
export async function findModel(
  name: string,
  { baseUrl, maxOutputTokens, modelInfo }: ModelFlags,
): Promise<Model> {
  if (/^\.{0,2}\//.test(name)) return loadModel(name)
  const options: ModelOptions = {
    baseUrl,
    maxOutputTokens,
    capabilities: modelInfo === undefined ? undefined : readModelInfo(modelInfo),
  }
  if (!name.startsWith('local:')) return providerModel(name, options)
  const { local } = await import('@skill-state/models/local')
  return local(name.slice('local:'.length), options)
}

/** The model that a command also asks, or its recording; undefined if it names neither. */
export async function askedModel({
  recorded,
  record,
  cache,
  ...flags
}: AskedFlags): Promise<Model | undefined> {
  if (recorded !== undefined && flags.model !== undefined)
    throw invalidOption('--recorded: leave it out, or leave out --model: one of them answers')
  const { cached, recording, replay } = await import('@skill-state/models')
  if (recorded !== undefined) return replay(recorded)
  if (flags.model === undefined) return undefined
  const model = await findModel(flags.model, flags)
  const kept = cache === undefined ? model : cached(model, cache)
  return record === undefined ? kept : recording(kept, record)
}

async function loadModel(name: string): Promise<Model> {
  const file = resolve(name)
  if (!existsSync(file)) throw invalidOption(`--model: there is no file ${name}`)
  let loaded: { default?: unknown }
  try {
    loaded = await import(pathToFileURL(file).href)
  } catch (error) {
    throw invalidOption(`--model: ${name} cannot be loaded: ${reasonOf(error)}`)
  }
  if (isModel(loaded.default)) return checkedModel(name, loaded.default)
  throw invalidOption(`--model: ${name} exports no model by default: it needs id and generate`)
}

function isModel(value: unknown): value is Model {
  const { id, generate } = (value ?? {}) as Partial<Record<keyof Model, unknown>>
  return typeof id === 'string' && typeof generate === 'function'
}
