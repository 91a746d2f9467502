import { missingLines } from '@skill-state/audit'
import { missingFacts, originsOf, traceEpisode } from '@skill-state/audit/missing'
import { mergeState, State } from '@skill-state/core'
import { linesOf, readTraces, type Trace } from '@skill-state/eval'
import type { JsonObject } from '@skill-state/protocol'
import { readRunFolders } from '@skill-state/suite'
import { experiments } from '../registry.ts'

/** `bench audit`: of each wrong or impossible action of a run, the facts that it lacked. */
export function auditCommand(directory: string): { readonly lines: readonly string[] } {
  const traces = readRunFolders(directory, Object.keys(experiments)).flatMap((folder) => [
    ...readTraces(folder),
  ])
  const read = traces.map((trace) => ({
    trace,
    episode: traceEpisode(linesOf(trace) as unknown as readonly JsonObject[]),
  }))
  const origins = originsOf(read.map(({ episode }) => episode))
  let actions = 0
  const lines = read.flatMap(({ trace, episode }) => {
    const bad = missingFacts(episode, origins, { shownAt: statesOf(trace) })
    actions += bad.length
    return bad.length === 0 ? [] : [trace.file, ...missingLines(bad)]
  })
  const total = `${directory}: ${traces.length} episodes, ${actions} wrong or impossible actions`
  return { lines: [...lines, total] }
}

/** The text of Σ_t as the patches lead to it; nothing for a runtime without a state. */
function statesOf({ steps }: Trace): ((call: number) => string) | undefined {
  if (steps.every(({ patch }) => patch === undefined)) return undefined
  let state = State.EMPTY
  const texts = steps.map(({ patch = {} }) => {
    const { text } = state
    state = mergeState(state, patch).after
    return text
  })
  return (call) => texts[call] ?? ''
}
