import type { VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import { attemptsOf } from '../episode/data/attempts.ts'
import type { OpenEpisode } from '../episode/data/use-episode.ts'
import { requestOf } from '../episode/panels/prompt-panel.tsx'
import { useReplay } from '../replay/use-replay.ts'
import { DifferenceView } from '../text/difference.tsx'

interface PromptDifferenceProps {
  readonly left: OpenEpisode
  readonly right: OpenEpisode
  readonly step: number
}

/** The prompts of two episodes at a step, in one text. */
export function PromptDifference({ left, right, step }: PromptDifferenceProps): VNode {
  const [before, after] = [usePrompt(left, step), usePrompt(right, step)]
  if (typeof before === 'string' && typeof after === 'string')
    return <DifferenceView before={before} after={after} names={['the left', 'the right']} />
  if (before === undefined || after === undefined)
    return <p class="nothing">The prompts are being rebuilt …</p>
  return <p class="nothing">One of the prompts is not on record, or cannot be rebuilt here.</p>
}

/** The prompt of a step's last attempt; undefined while it is rebuilt, null if it cannot be. */
function usePrompt(open: OpenEpisode, step: number): string | null | undefined {
  const request = useMemo(() => requestOf(open), [open])
  const { prompts, done } = useReplay(request)
  if (open.session) return open.session.prompts[step] ?? null
  const call = attemptsOf(open.trace, step).at(-1)?.call
  if (request === undefined || call === undefined) return null
  return prompts[call]?.prompt ?? (done ? null : undefined)
}
