import type { JsonObject } from './json.ts'
import { type OptionsSchema, parseOptions, type SetOptions } from './options.ts'
import type { PromptLayout } from './prompt-layout.ts'
import type { RunInput, Step } from './runtime.ts'
import type { Skill } from './skill.ts'

type Steps = AsyncGenerator<Step, void, undefined>

/** Options as a caller gives them: any may be left out. */
type Given<Options> = { readonly [K in keyof Options]?: Options[K] | undefined }

/** How a line of a figure is drawn. Each colour has a contrast of at least 4.5:1 against its ground. */
export interface Ink {
  /** CSS colour on light ground. */
  readonly light: string
  /** CSS colour on dark ground. */
  readonly dark: string
  /** As in SVG's `stroke-dasharray`; a plain line if undefined. */
  readonly dash?: string | undefined
}

/** All that the project knows of one runtime. Command line, viewer, figures and the reference model read it. */
export interface RuntimeRecord<Options = SetOptions> {
  /** The name on the command line and in a trace. */
  readonly id: string
  /** What a step is shown, in one line for `bench list`. */
  readonly description: string
  /** Everything that can be set. The completed options are part of a run's conditions. */
  readonly options: OptionsSchema<Options>
  /** See `Runtime`. An option that is not given has its default. Throws `invalid-option`. */
  run(this: void, input: RunInput, options?: Given<Options>): Steps
  /** JSON Schema of its answers, if it asks for answers that a model can be held to. */
  answerSchema?(this: void, skill: Skill, actionSchema?: JsonObject): JsonObject
  /** Loads what the options ask for, before anything is spent. Says in one line what is missing. */
  prepare?(this: void, options: Options): Promise<void>
  /** How its prompt is read. Without it, the model `reference` cannot play this runtime. */
  readonly layout?: PromptLayout | undefined
  /** How figures draw it. Without it, a figure chooses. */
  readonly ink?: Ink | undefined
}

/** A record as its author writes it: `run` gets completed options. */
type RuntimeDefinition<Options> = Omit<RuntimeRecord<Options>, 'run'> & {
  run(this: void, input: RunInput, options: Options): Steps
}

/** Makes the record of a runtime, whose `run` first completes the options and rejects invalid ones. */
export function defineRuntime<Options>(definition: RuntimeDefinition<Options>): RuntimeRecord<Options> {
  return {
    ...definition,
    async *run(input, options = {}) {
      yield* definition.run(input, parseOptions(definition, options as SetOptions))
    },
  }
}

/** A runtime as a row of a table names it: its record, and the options that were set. */
export interface RuntimeName {
  /** Of the record. */
  readonly id: string
  /** As they were typed. */
  readonly options: Readonly<Record<string, string>>
}

/** Reads `truncated:maxPromptChars=1141`. A colon that no option follows belongs to the text before it. */
export function readRuntimeName(name: string): RuntimeName {
  const [id = '', ...parts] = name.split(/:(?=\w+=)/)
  const options = parts.map((part) => {
    const equals = part.indexOf('=')
    return [part.slice(0, equals), part.slice(equals + 1)]
  })
  return { id, options: Object.fromEntries(options) }
}

/** Writes what `readRuntimeName` reads; the options in the order of their names. */
export function writeRuntimeName({ id, options }: RuntimeName): string {
  const parts = Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1))
  return [id, ...parts.map(([option, value]) => `${option}=${value}`)].join(':')
}
