import type { VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import { attemptsOf } from '../episode/data/attempts.ts'
import type { OpenEpisode } from '../episode/data/use-episode.ts'
import { requestOf } from '../replay/request-of.ts'
import { useReplay } from '../replay/use-replay.ts'
import { DifferenceView, OfPrompts } from '../text/difference-view.tsx'

interface PromptDifferenceProps {
  readonly left: OpenEpisode
  readonly right: OpenEpisode
  readonly step: number
}

/** The prompts of two episodes at a step, in one text; they are rebuilt when the reader asks for it. */
export function PromptDifference(props: PromptDifferenceProps): VNode {
  return <OfPrompts summary="The difference of the two prompts" draw={() => <Difference {...props} />} />
}

function Difference({ left, right, step }: PromptDifferenceProps): VNode {
  const prompts = [usePrompt(left, step), usePrompt(right, step)] as const
  const [before, after] = prompts
  if (typeof before === 'string' && typeof after === 'string')
    return <DifferenceView before={before} after={after} names={['the left', 'the right']} />
  if (prompts.includes(undefined)) return <p class="nothing">The prompts are being rebuilt …</p>
  return <p class="nothing">One of the prompts is not on record, or cannot be rebuilt here.</p>
}

/** The prompt of a step's last attempt; undefined while it is rebuilt, null if it cannot be. */
function usePrompt(open: OpenEpisode, step: number): string | null | undefined {
  const request = useMemo(() => (open.session ? undefined : requestOf(open)), [open])
  const { prompts, done } = useReplay(request)
  if (open.session) return open.session.prompts[step] ?? null
  const call = attemptsOf(open.trace, step).at(-1)?.call
  if (request === undefined || call === undefined) return null
  return prompts[call]?.prompt ?? (done ? null : undefined)
}
