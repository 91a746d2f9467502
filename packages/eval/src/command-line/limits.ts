import { known, type Model } from '@skill-state/protocol'
import { checkLimits, type Limits, type LimitWords } from '@skill-state/protocol/meter'
import { type LimitFlags, limitsIn } from './field.ts'
import { flagOf } from './options.ts'

/** What to do if too little is known of the model that a command is about. */
const TELL_US: LimitWords = {
  name: flagOf,
  reply: 'give --max-output-tokens',
  prices:
    'give them in a file by --model-info, as {"prices": {"date": "…", "input": …, "output": …}} in USD per million tokens',
}

/**
 * The limits that the options of `field.limits` set. Throws `invalid-option` with an advice if the most that a call of the
 * model could use is not known.
 */
export function limitsOf(
  flags: LimitFlags,
  model: Pick<Model, 'id' | 'capabilities'>,
  words: Partial<LimitWords> = {},
): Limits {
  const limits = known({ ...limitsIn(flags) })
  checkLimits(limits, model, { ...TELL_US, ...words })
  return limits
}
