import type { Column } from '@skill-state/eval'
import type { Benchmark, JsonObject, JsonValue, Model } from '@skill-state/protocol'
import type { Cell, Published } from '@skill-state/report'
import type { z } from 'zod'

/** Tasks of one benchmark, each run by the same runtimes. */
export interface Series {
  readonly benchmark: Benchmark
  /** Names in the registry. */
  readonly runtimes: readonly string[]
  readonly horizons: readonly number[]
  /** What the benchmark was made of, if that is not the experiment's `options`. */
  readonly options?: JsonObject
}

/** What is shown of an experiment. */
export interface Presentation {
  readonly id: string
  readonly title: string
  readonly columns: readonly Column[]
  /** What a reader must know of the published figures. */
  readonly source: string
  /** Published figures to show beside. */
  readonly published?: ((cell: Cell) => Published | undefined) | undefined
}

/** One table of the paper, or of our own: what is run and what is shown. */
export interface Experiment extends Presentation {
  readonly series: readonly Series[]
  /** Name in the registry of the model that decides if none is named. Default `reference`. */
  readonly model?: string
  /** How many seeds, from `FIRST_SEED` on. */
  readonly seeds: number
  /** What it was made of, if a family made it: part of the run's conditions. */
  readonly options?: JsonObject
}

/** Experiments over somebody else's data, or with a model of their own: made of what the command line names. */
export interface ExperimentFamily {
  readonly id: string
  readonly title: string
  /** Its options: fields of zod, each described. `--set` and suite files are read by them. */
  readonly options: z.ZodRawShape
  /** False if nothing of its own can be played without data. */
  readonly ownData?: false
  /**
   * Makes the experiment; `findModel` gives the models that it needs for itself, which share the run's limits. Throws
   * `invalid-option` before anything is written or spent; the message begins with the option, as `data: `.
   */
  create(options: object, findModel: (name: string) => Promise<Model>): Promise<Experiment>
  /** What is shown of an experiment with the options on record; needs no data. */
  readonly present: (options: JsonObject) => Presentation
}

/** A family, whose `create` gets the options by their types. */
export function defineFamily<S extends z.ZodRawShape>(
  family: Omit<ExperimentFamily, 'options' | 'create'> & {
    readonly options: S
    create(
      options: Readonly<z.infer<z.ZodObject<S>>>,
      findModel: (name: string) => Promise<Model>,
    ): Promise<Experiment>
  },
): ExperimentFamily {
  return family as unknown as ExperimentFamily
}

/** Experiments that are run together, each in a folder of its own, with one page for all. */
export interface Collection {
  readonly id: string
  /** Heads the page. */
  readonly title: string
  readonly runs: readonly CollectedRun[]
}

/** An experiment of a collection, or one that a family makes if its data are named. */
export type CollectedRun =
  | { readonly experiment: string }
  | {
      readonly family: string
      /** Names the folder. */
      readonly label: string
      /** Options of the family, beside those that the command line sets. */
      readonly options: Readonly<Record<string, string>>
    }

/** The seed of the paper's Algorithm B.2; further seeds count on from it. */
export const FIRST_SEED = 42

/** A recorded option as text: itself, if it is one. */
export function recordedText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null)
}
