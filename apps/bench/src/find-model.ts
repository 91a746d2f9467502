import { dashed } from '@skill-state/eval/command-line'
import {
  type Batches,
  batched,
  cached,
  type ModelOptions,
  providerModel,
  readModelInfo,
  recording,
  replay,
} from '@skill-state/models'
import { invalidOption, known, type Model, parseOptions, readRuntimeName } from '@skill-state/protocol'
import { didYouMean, type ModelFor, type ModelRecord, type ModelSettings } from '@skill-state/suite'
import { z } from 'zod'
import * as list from './models.ts'

export const models: Readonly<Record<string, ModelRecord>> = Object.fromEntries(
  Object.values(list).map((record) => [record.id, record]),
)

/**
 * The model of a name: one of the registry, `replay:DIR`, `local:FILE`, or `provider:model`. Throws `invalid-option` and
 * `SkillStateError` (`missing-key`, `invalid-option`) before anything is sent. Calls go through the batches, if any.
 */
export async function findModel(name: string, settings: ModelSettings, batches?: Batches): Promise<ModelFor> {
  const [kind, rest] = splitName(name)
  if (batches !== undefined && (rest === undefined || kind === 'replay')) {
    throw invalidOption(`--batch: model ${name} takes no such option`)
  }
  if (kind === 'replay' && rest !== undefined) {
    rejectFlags(name, settings)
    return (...episode) => replay(rest, { salt: saltOf(...episode) })
  }
  if (rest === undefined || Object.hasOwn(models, kind)) {
    rejectFlags(name, settings)
    return findNamed(name)
  }
  if (kind === 'local') rejectFlags(name, settings, ['tokensPerMinute'])
  const options = { ...optionsOf(settings), apiKey: settings.dryRun ? 'dry-run' : undefined }
  const model =
    kind === 'local'
      ? await openLocal(rest, options)
      : await providerModel(name, { ...options, greedy: true })
  return keeping(model, settings, batches)
}

function findNamed(name: string): ModelFor {
  const { id, options: given } = readRuntimeName(name)
  const found = Object.hasOwn(models, id) ? models[id] : undefined
  if (found !== undefined) {
    const options = parseOptions<unknown>({ id, options: found.options ?? z.strictObject({}) }, given)
    return (...episode) => ({ ...found.create(...episode, options), id: name })
  }
  const known = Object.keys(models)
  throw invalidOption(
    `unknown model "${name}"; known: ${known.join(', ')}, or provider:model, as openai:gpt-5-mini; see bench list${didYouMean(name, known)}`,
  )
}

/** A model that answers for all episodes alike: `local:FILE` or `provider:model`, asked as by default. */
export async function findSingleModel(
  name: string,
  { tokensPerMinute }: Pick<ModelSettings, 'tokensPerMinute'> = {},
): Promise<Model> {
  const [kind, rest] = splitName(name)
  if (kind === 'local' && rest !== undefined) return openLocal(rest, {})
  return providerModel(name, tokensPerMinute === undefined ? {} : optionsOf({ tokensPerMinute }))
}

/**
 * Recordings are kept by episode, so that a replay returns each episode's own replies. A cache is shared by all
 * episodes, except trials of one problem: a repeat must not get the reply of another repeat.
 */
function keeping(
  single: Model,
  { record, cache, dryRun }: ModelSettings,
  batches: Batches | undefined,
): ModelFor {
  return (...episode) => {
    const [, { id, problem }] = episode
    const salt = saltOf(...episode)
    const model = batches === undefined ? single : batched(single, batches, salt)
    if (dryRun) return model
    const kept = record === undefined ? model : recording(model, record, { salt })
    if (cache === undefined) return kept
    return cached(kept, cache, problem === undefined ? {} : { salt: `trial ${id}` })
  }
}

function saltOf(...[benchmark, task, runtime]: Parameters<ModelFor>): string {
  return `${benchmark.id} ${task.id} ${runtime}`
}

/** Options that only a model of a provider, or a local one, takes. */
const ASKING = [
  'temperature',
  'topP',
  'maxOutputTokens',
  'reasoningEffort',
  'baseUrl',
  'tokensPerMinute',
  'modelInfo',
  'record',
  'cache',
] as const

function rejectFlags(
  name: string,
  settings: ModelSettings,
  options: readonly (keyof ModelSettings)[] = ASKING,
): void {
  const refused = options.find((option) => settings[option] !== undefined)
  if (refused !== undefined) throw invalidOption(`${dashed(refused)}: model ${name} takes no such option`)
}

async function openLocal(file: string, options: ModelOptions): Promise<Model> {
  const { local } = await import('@skill-state/models/local')
  return local(file, options)
}

function splitName(name: string): readonly [kind: string, rest?: string] {
  const colon = name.indexOf(':')
  return colon < 0 ? [name] : [name.slice(0, colon), name.slice(colon + 1)]
}

function optionsOf(settings: ModelSettings): ModelOptions {
  const { temperature, topP, maxOutputTokens, reasoningEffort, baseUrl } = settings
  const { tokensPerMinute, concurrency, modelInfo } = settings
  return known({
    ...{ temperature, topP, maxOutputTokens, reasoningEffort, baseUrl },
    transport: known({ tokensPerMinute, concurrency }),
    capabilities: modelInfo === undefined ? undefined : readModelInfo(modelInfo),
  })
}
