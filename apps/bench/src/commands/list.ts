import { type ProviderEntry, providerTable } from '@skill-state/models'
import type { RuntimeRecord } from '@skill-state/protocol'
import type { ExperimentFamily } from '@skill-state/suite'
import { benchmarks } from '../benchmarks.ts'
import { models } from '../find-model.ts'
import { collections, experiments, families, runtimes } from '../registry.ts'

type Entry = readonly [name: string, meaning: string]

/** `bench list`: everything that can be named. */
export function listCommand(): string {
  const made = Object.values(families)
  const sections: Readonly<Record<string, readonly Entry[]>> = {
    Experiments: [
      ...[...Object.values(collections), ...Object.values(experiments)].map(
        ({ id, title }): Entry => [id, title],
      ),
      ...made.map((each): Entry => [each.id, `${each.title}; needs --set ${each.id}.data=${dataOf(each)}`]),
    ],
    Benchmarks: [
      ...describe(benchmarks),
      ...made.map((each): Entry => [each.id, `${each.title}; in a suite, with data: ${dataOf(each)}`]),
      ['PACKAGE, ./PATH', 'the default export of a package that is installed, of a folder or of a module'],
    ],
    Runtimes: [
      ...describe(runtimes),
      ['llmlingua:FILE.gguf', 'llmlingua over the model in the file; needs the package node-llama-cpp'],
    ],
    Models: [
      ...describe(models),
      ['replay:DIR', 'the responses that --record kept'],
      ['local:FILE.gguf', 'on this machine; needs the package node-llama-cpp'],
      ...Object.entries(providerTable).map(([name, entry]): Entry => [`${name}:MODEL`, needsOf(entry)]),
    ],
    'Options of benchmarks, as --set tau-bench.domain=retail': made.flatMap(({ id, options }) =>
      Object.entries(options).map(([key, field]): Entry => {
        const { description = '' } = field as { readonly description?: string }
        return [`${id}.${key}`, description]
      }),
    ),
    'Options of runtimes, as --set skill-state.attempts=1, or as --runtime skill-state:attempts=1':
      Object.entries(runtimes).map(([name, record]): Entry => [name, optionsText(record)]),
  }
  return Object.entries(sections)
    .map(([title, rows]) => `${title}\n${table(rows)}`)
    .join('\n')
}

function describe(all: Readonly<Record<string, { readonly description: string }>>): readonly Entry[] {
  return Object.entries(all).map(([name, { description }]) => [name, description])
}

/** The key that a provider needs, or the address of a local server. */
function needsOf({ keyNeeded, keyVariables, baseUrl }: ProviderEntry): string {
  return keyNeeded ? `needs ${keyVariables.join(' or ')}` : `at ${baseUrl}, or at --base-url`
}

function optionsText({ options }: RuntimeRecord): string {
  const { properties = {} } = options['~standard'].jsonSchema.output({ target: 'draft-2020-12' })
  const texts = Object.entries(
    properties as Record<string, { readonly default?: unknown; readonly enum?: unknown[] }>,
  ).map(([name, { default: value, enum: words }]) => `${name}=${textOf(value) ?? words?.join('|') ?? '…'}`)
  return texts.join(', ')
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function dataOf({ ownData }: ExperimentFamily): string {
  return ownData === false ? 'DIR (official)' : 'DIR (official) or own'
}

function table(rows: readonly Entry[]): string {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}\n`).join('')
}
