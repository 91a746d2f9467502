import { defineRuntime, type RuntimeRecord } from '@skill-state/protocol'
import { z } from 'zod'
import { attempts, maxPromptChars } from '../turns/options.ts'
import { runTurns } from '../turns/run-turns.ts'
import { transcriptLayout } from '../turns/transcript-prompt.ts'
import { carryMessages, type Show } from './carry-messages.ts'

/** A context policy as a runtime: `show` chooses what of the transcript a prompt shows, within so many tokens. */
export function definePolicyRuntime({
  id,
  description,
  show,
}: {
  readonly id: string
  readonly description: string
  readonly show: Show
}): RuntimeRecord<{ attempts: number; maxPromptChars: number }> {
  return defineRuntime({
    id,
    description,
    options: z.strictObject({ attempts, maxPromptChars }),
    layout: transcriptLayout,
    run: (input, { attempts, maxPromptChars }) =>
      runTurns(input, carryMessages(input.skill.instructions, maxPromptChars, show), { attempts }),
  })
}
