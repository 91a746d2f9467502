import type { SuiteEvent } from '@skill-state/eval'
import { type Change, parseLine } from '../copy/mirror.ts'
import type { FindEpisode } from '../traces/episodes-by-file.ts'

/**
 * Tells what looks bring of a run's episodes as the events of a suite. What the first look brings was on record before:
 * its calls are not told, and its ends are `recorded`. An episode that is tried again after its end is told once.
 */
export function tellChanges(
  find: FindEpisode,
  onEvent: (event: SuiteEvent) => void,
): (change: Change, isFirst: boolean) => void {
  const begun = new Set<string>()
  const ended = new Set<string>()
  return ({ file, lines, end }, isFirst) => {
    const episode = ended.has(file) ? undefined : find(file)
    if (episode === undefined) return
    const news = isFirst ? [] : lines.map(parseLine)
    const isCopy = news.some((line) => line?.kind === 'episode' && line.copiedFrom !== undefined)
    const isRecorded = isFirst && end !== undefined
    if (!isCopy && !isRecorded && !begun.has(file)) {
      begun.add(file)
      onEvent({ kind: 'episode-started', episode })
    }
    if (!isCopy) {
      for (const call of news) if (call?.kind === 'call') onEvent({ kind: 'call-ended', episode, call })
    }
    if (end === undefined) return
    ended.add(file)
    onEvent({
      kind: 'episode-ended',
      episode,
      end,
      how: isRecorded ? 'recorded' : isCopy ? 'copied' : 'played',
    })
  }
}
