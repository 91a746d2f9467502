import { parseReply } from '@skill-state/core'
import type { StepLine } from '@skill-state/eval'
import type { EnvironmentCall } from '@skill-state/protocol'
import type { ComponentChildren, VNode } from 'preact'
import { changedLines, stateLines } from '../../state/state-lines.ts'
import { StateView } from '../../state/state-view.tsx'
import { actionText } from '../../text/action.ts'
import { duration } from '../../text/numbers.ts'
import { FoldedText, LongText, Printable } from '../../text/printable.tsx'
import { attemptsOf, observationOf } from '../data/attempts.ts'
import { environmentCallFacts } from '../data/call-facts.ts'
import type { OpenEpisode } from '../data/use-episode.ts'
import { AttemptView, IssueList } from './attempt-view.tsx'

interface StepViewProps {
  readonly open: OpenEpisode
  readonly step: number
  readonly whyLink?: ((pointer: string) => string) | undefined
}

/** All of one step, in the order in which it happened. */
export function StepView({ open, step, whyLink }: StepViewProps): VNode {
  const { trace, conditions } = open
  const line = trace.steps[step]
  const observation = observationOf(trace, step)
  const attempts = attemptsOf(trace, step)
  const lost = trace.attempts.filter((attempt) => attempt.step === step)
  const taken = line?.fallback ? undefined : attempts.findLast(({ rejection }) => rejection === undefined)
  return (
    <div class="step-view">
      <Part title="Observation" symbol="O_t">
        <LongText text={observation?.text ?? ''} />
        <EnvironmentCalls calls={observation?.calls} />
      </Part>
      {attempts.length + lost.length > 0 && (
        <Part title="Attempts">
          {lost.map(({ code, message, mayBeCharged }, index) => (
            <p class="bad" key={index}>
              No response: <Printable text={`${code}: ${message}`} />
              {mayBeCharged && ' (it may be charged all the same)'}
            </p>
          ))}
          {attempts.map((attempt) => (
            <AttemptView
              key={attempt.call}
              attempt={attempt}
              decided={line !== undefined}
              prices={conditions?.model.capabilities?.prices}
            />
          ))}
        </Part>
      )}
      {taken && (
        <Part title="Reasoning" symbol="R_t">
          <LongText text={reasoningOf(taken.line.reply)} />
        </Part>
      )}
      {line === undefined ? (
        <>
          {open.session?.waiting === undefined ? (
            <p class="nothing">The step has no decision yet: the episode is under way, or ended here.</p>
          ) : (
            <Part title="The session">
              <LongText text={open.session.waiting} />
            </Part>
          )}
          <EnvironmentCalls calls={trace.end?.status === 'failed' ? trace.end.calls : undefined} />
        </>
      ) : (
        <Decided open={open} step={step} line={line} whyLink={whyLink} />
      )}
    </div>
  )
}

function Decided({ open, step, line, whyLink }: StepViewProps & { readonly line: StepLine }): VNode {
  const { action, actionSource, fallback, mistake, notes = [], result } = line
  return (
    <>
      {open.states && <PatchPart open={open} step={step} line={line} whyLink={whyLink} />}
      {notes.length > 0 && (
        <Part title="Notes">
          <IssueList issues={notes} />
        </Part>
      )}
      <Part
        title="Action"
        symbol="a_t"
        note={fallback ? 'the no-op, as every attempt was rejected' : undefined}
      >
        <LongText text={actionText(action, actionSource)} />
        {mistake !== undefined && mistake !== 'none' && (
          <p class="bad">The patch made the state differ from what happened: {mistake}.</p>
        )}
      </Part>
      <Part
        title="Outcome"
        symbol="O_t+1"
        note={[
          result.refused && 'the environment refused the action',
          result.done && 'the episode is over',
          line.durationMs > 0 && duration(line.durationMs),
        ]
          .filter(Boolean)
          .join(', ')}
      >
        <LongText text={result.text} />
        <EnvironmentCalls calls={result.calls} />
      </Part>
    </>
  )
}

function PatchPart({ open, step, line, whyLink }: StepViewProps & { readonly line: StepLine }): VNode {
  const { states = [] } = open
  const [before = {}, after = before] = [states[step], states[step + 1]]
  const lines = changedLines(stateLines(before, after))
  const { rolledBack, patch } = line
  return (
    <Part
      title="Patch"
      symbol="ΔΣ_t"
      note={rolledBack ? `undone, as the action was refused: ${rolledBack.join(', ')}` : undefined}
    >
      {lines.length > 0 ? (
        <StateView lines={lines} label="What the patch changed in the state" whyLink={whyLink} />
      ) : (
        <p class="nothing">{patch === undefined ? 'no patch' : 'the patch changes nothing'}</p>
      )}
      {patch !== undefined && (
        <FoldedText summary="The patch as it was taken" text={JSON.stringify(patch, undefined, 2)} />
      )}
    </Part>
  )
}

/** A symbol of the paper, its index below the line. */
function PaperSymbol({ text }: { text: string }): VNode {
  const [name, index] = text.split('_')
  return (
    <span class="symbol">
      {name}
      <sub>{index}</sub>
    </span>
  )
}

interface PartProps {
  readonly title: string
  readonly symbol?: string
  readonly note?: string | undefined
  readonly children: ComponentChildren
}

function Part({ title, symbol, note, children }: PartProps): VNode {
  return (
    <section class="part">
      <h2>
        {title} {symbol && <PaperSymbol text={symbol} />} {note && <Printable class="note" text={note} />}
      </h2>
      {children}
    </section>
  )
}

/** R_t: what a reply says before its decision; all of it if no decision can be found. */
function reasoningOf(reply: string): string {
  const parsed = parseReply(reply)
  if (parsed.ok) return parsed.value.reasoning
  const lines = reply.split('\n')
  const at = lines.findLastIndex((line) => /^\s*(\*\*)?Action(\*\*)?:/.test(line))
  return at < 0 ? reply : lines.slice(0, at).join('\n').trim()
}

interface EnvironmentCallsProps {
  /** For one observation; absent if the environment does not say. */
  readonly calls: readonly EnvironmentCall[] | undefined
}

/** What the environment asked models of its own for an observation, a line each; nothing if it asked none. */
function EnvironmentCalls({ calls = [] }: EnvironmentCallsProps): VNode | null {
  if (calls.length === 0) return null
  return (
    <ul class="environment-calls note">
      {calls.map((call, index) => (
        <li key={index}>
          Call of the environment{calls.length > 1 && ` ${index + 1} of ${calls.length}`}:{' '}
          <Printable text={environmentCallFacts(call)} />
        </li>
      ))}
    </ul>
  )
}
