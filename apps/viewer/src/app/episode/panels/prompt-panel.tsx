import type { VNode } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { seriesOf } from '../../../manifest/conditions.ts'
import type { SessionDocument, StepParts } from '../../../manifest/session.ts'
import type { RebuiltPrompt } from '../../replay/rebuild-prompts.ts'
import { type Replay, useReplay } from '../../replay/use-replay.ts'
import type { ReplayRequest } from '../../replay/worker.ts'
import { DifferenceView, FoldedDifference } from '../../text/difference.tsx'
import { count } from '../../text/numbers.ts'
import { LongText, Printable } from '../../text/printable.tsx'
import { type Attempt, attemptsOf } from '../data/attempts.ts'
import { callFacts } from '../data/call-facts.ts'
import type { OpenEpisode } from '../data/use-episode.ts'

/** The exact prompt of each call of a step, rebuilt from the record and held against its recorded hash. */
export function PromptPanel({ open, step }: { readonly open: OpenEpisode; readonly step: number }): VNode {
  const request = useMemo(() => requestOf(open), [open])
  const replay = useReplay(request)
  const attempts = attemptsOf(open.trace, step)
  const [chosen, setChosen] = useState(0)
  const parts = <PartTable parts={open.parts[step]} />
  if (open.session) return <SessionPrompt prompts={open.session.prompts} step={step} parts={parts} />
  const attempt = attempts[Math.min(chosen, attempts.length - 1)]
  if (attempt === undefined) return <p class="nothing">No call of this step is on record.</p>
  return (
    <div class="prompt-panel">
      {attempts.length > 1 && (
        <div class="tabs">
          {attempts.map((each, index) => (
            <button
              key={each.call}
              type="button"
              aria-pressed={each === attempt}
              onClick={() => setChosen(index)}
            >
              {each.name}
            </button>
          ))}
        </div>
      )}
      <p class="about">
        {callFacts(attempt.line, open.conditions?.model.capabilities?.prices)}
        {'. '}
        <Check prompt={replay.prompts[attempt.call]} />
      </p>
      {parts}
      <PromptText attempt={attempt} replay={replay} known={request !== undefined} />
    </div>
  )
}

function Check({ prompt }: { prompt: RebuiltPrompt | undefined }): VNode | null {
  if (prompt === undefined) return null
  if (prompt.agrees === undefined)
    return <span class="muted">This browser can check no hash on this page.</span>
  return (
    <span class={prompt.agrees ? 'good' : 'bad'}>
      {prompt.agrees
        ? '✓ Exactly what was sent: its SHA-256 is the recorded one.'
        : '✗ Not what was sent: its SHA-256 is not the recorded one.'}
    </span>
  )
}

function PromptText({ attempt, replay, known }: { attempt: Attempt; replay: Replay; known: boolean }): VNode {
  const prompt = replay.prompts[attempt.call]
  if (prompt !== undefined) {
    return (
      <>
        <CopyButton text={prompt.prompt} />
        <Changed before={replay.prompts[attempt.call - 1]?.prompt} after={prompt.prompt} />
        <LongText key={attempt.call} text={prompt.prompt} />
      </>
    )
  }
  const reason = known ? replay.reason : 'the run does not name the runtime or the benchmark of this trace'
  if (known && !replay.done) return <p class="nothing">The prompt is being rebuilt …</p>
  return (
    <p class="warning">
      The prompt cannot be rebuilt here: <Printable text={reason ?? 'the record ends before this call'} />
    </p>
  )
}

interface SessionPromptProps {
  readonly prompts: SessionDocument['prompts']
  readonly step: number
  readonly parts: VNode
}

function SessionPrompt({ prompts, step, parts }: SessionPromptProps): VNode {
  const prompt = prompts[step]
  if (prompt === undefined || prompt === null)
    return <p class="nothing">The journal does not say how the model was asked in this step.</p>
  return (
    <div class="prompt-panel">
      <p class="about">
        Built from the journal, as the first attempt sent it. A retry adds its reasons below. The provider's
        tokens are shared out by the lengths of the parts.
      </p>
      {parts}
      <CopyButton text={prompt} />
      <Changed before={prompts[step - 1]} after={prompt} />
      <LongText text={prompt} />
    </div>
  )
}

/** What is new in a prompt since the call before; nothing for the first one. */
function Changed({ before, after }: { before: string | null | undefined; after: string }): VNode | null {
  if (typeof before !== 'string') return null
  return (
    <FoldedDifference summary="What has changed since the call before">
      <DifferenceView before={before} after={after} names={['the one before', 'this one']} />
    </FoldedDifference>
  )
}

function CopyButton({ text }: { text: string }): VNode {
  const [copied, setCopied] = useState('')
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(text),
      () => setCopied(''),
    )
  }
  return (
    <button type="button" class="copy" onClick={copy}>
      {copied === text ? 'Copied' : 'Copy'}
    </button>
  )
}

/** What the prompts of an episode follow from; undefined if the run's conditions do not say. */
export function requestOf({ trace, conditions }: OpenEpisode): ReplayRequest | undefined {
  const { episode } = trace
  if (episode === undefined || conditions === undefined) return undefined
  const series = seriesOf(conditions, episode) ?? -1
  const skill = conditions.series[series]?.benchmark
  const runtime = conditions.runtimes.find(({ id }) => id === episode.runtime)
  if (skill === undefined || runtime === undefined) return undefined
  return { trace, skill, runtime }
}

/** What each part of a step takes, and what of it a cache gave. */
function PartTable({ parts }: { readonly parts: StepParts | undefined }): VNode | null {
  if (parts === undefined) return null
  const rows = Object.entries(parts).filter(([, { chars, tokens = 0 }]) => chars > 0 || tokens > 0)
  return (
    <table class="parts">
      <caption>What each part of the step takes</caption>
      <thead>
        <tr>
          {['part', 'characters', 'tokens', 'from the cache'].map((title, index) => (
            <th key={title} scope="col" class={index === 0 ? '' : 'right'}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, { chars, tokens, cachedTokens }]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {[chars, tokens, name === 'reply' ? undefined : cachedTokens].map((value, index) => (
              <td key={index} class="right">
                {value === undefined ? '–' : count(value)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
