import type { FaultyOptions } from '@skill-state/models'
import { column, faultColumn, mistakeColumn } from '@skill-state/report'
import { warehouse } from '@skill-state/skillexecbench'
import type { Experiment } from '@skill-state/suite'
import { seriesOf } from '../runtimes.ts'

/** Of ten calls three get a fault, in the shares of the paper's failure log (§5.7). */
const RATE = 0.3
export const FAULT_RATES: FaultyOptions['rates'] = {
  overwrite: 0.68 * RATE,
  schema: 0.2 * RATE,
  syntax: 0.12 * RATE,
  wrong: 0,
}

/** What becomes of faulty replies: with the plain ⊕, with retries, and with guards. */
export const faults: Experiment = {
  id: 'faults',
  title: 'Warehouse: injected faults',
  model: 'faulty-reference',
  series: seriesOf([warehouse], ['skill-state-once', 'skill-state', 'skill-state-guarded'], [100]),
  seeds: 5,
  columns: [
    column.score,
    faultColumn('injected', 'Injected'),
    faultColumn('caught', 'Caught'),
    faultColumn('healed', 'Healed'),
    faultColumn('harmless', 'Harmless'),
    faultColumn('slipped', 'Slipped through'),
    faultColumn('slipped', 'of which overwrite', ['overwrite']),
    faultColumn('slipped', 'schema', ['schema']),
    faultColumn('slipped', 'syntax', ['syntax']),
    column.rejected,
    column.soundRejections,
    mistakeColumn('taken overwrite', 'State overwritten'),
    mistakeColumn('taken wrong', 'State wrong'),
    column.retries,
  ],
  source:
    'Figures per episode. Without faults the reference scores 1.00 (bench run scaling). Classes and their shares as in §5.7 of SKILL.state; the paper injects nothing, so there is no column to compare with.',
}
