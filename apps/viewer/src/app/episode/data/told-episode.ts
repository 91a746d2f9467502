import { type Episode, traceEpisode } from '@skill-state/audit/missing'
import { isJsonObject, type JsonObject } from '@skill-state/protocol'
import type { Trace } from '../../../manifest/trace.ts'

/** A trace as a conversation in which the call of a step has the step's number. */
export function toldEpisode({ episode, reset, observations, steps, end }: Trace): Episode {
  const told = steps.flatMap((step, index) => {
    const shown = observations?.[index]
    const isNews = shown !== undefined && (index === 0 || shown.text !== steps[index - 1]?.result?.text)
    const { reply, ...calls }: JsonObject = isJsonObject(step.action) ? step.action : {}
    const isReply = typeof reply === 'string' && Object.keys(calls).length === 0
    const said = observations && isReply ? { ...step, action: { respond: reply } } : step
    return isNews ? [{ kind: 'reset', observation: shown }, said] : [said]
  })
  const lines = [episode, reset, ...told, end].filter((line) => line !== undefined)
  return traceEpisode(lines as unknown as readonly JsonObject[])
}
