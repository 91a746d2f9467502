import { type Benchmark, invalidOption, type JsonObject, parseOptions } from '@skill-state/protocol'
import { z } from 'zod'
import { requirePositiveInteger, taskGrid } from '../shared/task-grid.ts'
import { delayedEnvironment, requireHorizon } from './environment.ts'
import { delayedPlayer } from './player.ts'
import { type DelayedForm, delayedSkill } from './skill.ts'

export interface DelayedOptions {
  /** k: a tag told in step t is needed in step t + k. The benchmark's own are 5, 20 and 40. */
  readonly distance?: number
  /** Whether the state's schema names the fact, or has only free notes. */
  readonly field?: 'named' | 'notes'
  /** Most characters of the notes: 200 by default, twice what four tags need. Only with `field: 'notes'`. */
  readonly notesLimit?: number | undefined
}

const usualNotesLimit = 200

const settings = z.strictObject({
  distance: z.int().min(1).default(20).describe('steps after which a fact is needed. Default: 20.'),
  field: z
    .enum(['named', 'notes'])
    .default('named')
    .describe('whether the state names the fact, or has notes alone. Default: named.'),
  notesLimit: z.int().min(1).optional().describe('with field notes: most characters. Default: 200.'),
})

/**
 * A fact told once is needed `distance` steps later. `named`: does the state carry a fact that its schema asks for?
 * `notes`: does the model see that it must be kept, and rewrite its notes without losing it? The variant names both, such
 * as `k20-notes60`. Throws `invalid-option`.
 */
export function delayedBenchmark(options: DelayedOptions = {}): Benchmark {
  const { distance, ...given } = parseOptions({ id: 'delayed', options: settings }, options as JsonObject)
  const form = formOf(given)
  const variant = `k${distance}-${nameForm(form)}`
  return {
    id: 'delayed@1',
    description: `Run a hotel desk: a bag's tag is told once and needed ${distance} steps later (${form.field})`,
    skill: delayedSkill(form),
    tasks: (options) =>
      taskGrid(options, {
        variant,
        parameters: { distance },
        requireHorizon: (horizon) => requireHorizon(horizon, distance),
      }),
    open: ({ horizon, parameters }) => {
      const told = requirePositiveInteger('distance', parameters.distance)
      return delayedEnvironment({ horizon: requireHorizon(horizon, told), distance: told })
    },
    player: delayedPlayer(form),
    options: settings,
    with: (set) => delayedBenchmark(set),
  }
}

export const delayed: Benchmark = delayedBenchmark()

function formOf({ field, notesLimit }: Pick<z.infer<typeof settings>, 'field' | 'notesLimit'>): DelayedForm {
  if (field === 'notes') return { field, notesLimit: notesLimit ?? usualNotesLimit }
  if (notesLimit === undefined) return { field }
  throw invalidOption('notesLimit is given, but field is named: use field notes')
}

function nameForm(form: DelayedForm): string {
  if (form.field === 'named') return 'named'
  return form.notesLimit === usualNotesLimit ? 'notes' : `notes${form.notesLimit}`
}
