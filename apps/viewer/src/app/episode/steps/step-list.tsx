import type { StepLine } from '@skill-state/eval'
import type { RefObject, VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Trace } from '../../../manifest/trace.ts'
import { actionText } from '../../text/action.ts'
import { Printable } from '../../text/printable.tsx'
import { observationOf } from '../data/attempts.ts'
import type { OpenEpisode } from '../data/use-episode.ts'

interface StepListProps {
  readonly open: Pick<OpenEpisode, 'trace' | 'from' | 'to' | 'total'>
  readonly step: number
  readonly filter: RefObject<HTMLInputElement | null>
  readonly mistakes: readonly number[]
  readonly link: (step: number) => string
}

/** The timeline: each step with its action, and signs for what went wrong in it. */
export function StepList({ open, step, filter, mistakes, link }: StepListProps): VNode {
  const { trace, from, to, total } = open
  const [words, setWords] = useState('')
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const box = list.current
    const item = box?.querySelector<HTMLElement>('[aria-current="step"]')?.parentElement
    if (!box || !item) return
    const top = item.offsetTop - box.offsetTop
    if (top < box.scrollTop || top + item.offsetHeight > box.scrollTop + box.clientHeight) {
      box.scrollTop = top - box.clientHeight / 2
    }
  }, [step, from])
  const lost = new Set(trace.attempts.map((attempt) => attempt.step))
  const wanted = words.trim().toLowerCase()
  const steps = Array.from({ length: to - from }, (_, index) => from + index).filter(
    (index) => wanted === '' || textOf(trace, index).includes(wanted),
  )
  return (
    <nav class="steps" aria-label="Steps">
      <input
        ref={filter}
        type="search"
        placeholder="Search in steps  /"
        aria-label="Show the steps with this text"
        value={words}
        onInput={({ currentTarget }) => setWords(currentTarget.value)}
      />
      {mistakes.length > 0 && (
        <p class="mistakes">
          <a href={link(mistakes.find((each) => each > step) ?? mistakes[0] ?? 0)}>Next mistake</a>{' '}
          <span class="muted">
            {mistakes.length === 1 ? '1 step has one' : `${mistakes.length} steps have one`} <kbd>n</kbd>
          </span>
        </p>
      )}
      {from > 0 && <a href={link(from - 1)}>Steps before {from}</a>}
      <ol ref={list}>
        {steps.map((index) => (
          <li key={index}>
            <a href={link(index)} aria-current={index === step ? 'step' : undefined}>
              <span class="number">{index}</span>
              <Printable class="action" text={shortAction(trace.steps[index])} />
              <span class="signs">
                {lost.has(index) && (
                  <Sign class="warn" title="a request got no response" text="no response" />
                )}
                <Signs step={trace.steps[index]} />
              </span>
            </a>
          </li>
        ))}
      </ol>
      {to < total && <a href={link(to)}>Steps from {to}</a>}
      {steps.length === 0 && (
        <p class="nothing">
          {to - from < total ? `None of the steps ${from} to ${to - 1} has` : 'No step has'} this text.
        </p>
      )}
    </nav>
  )
}

/** The beginning of an action, as far as a line has room. */
function shortAction(step: StepLine | undefined): string {
  return step === undefined ? 'no decision' : actionText(step.action).slice(0, 160).replaceAll(/\s+/g, ' ')
}

function textOf(trace: Trace, index: number): string {
  const step = trace.steps[index]
  const action = step === undefined ? '' : actionText(step.action)
  const patch = step?.patch === undefined ? '' : JSON.stringify(step.patch)
  const replies = trace.calls.filter((call) => call.step === index).map(({ reply }) => reply)
  const texts = [observationOf(trace, index)?.text, ...replies, patch, action, step?.result.text]
  return texts.join(' ').toLowerCase()
}

function Signs({ step }: { step: StepLine | undefined }): VNode | null {
  if (step === undefined) return null
  const { rejections, fallback, result, mistake } = step
  return (
    <>
      {rejections.length > 0 && (
        <span class="bad" title={`${rejections.length} rejected`}>
          {rejections.length}✗<span class="unseen"> refused</span>
        </span>
      )}
      {fallback && <Sign class="bad" title="the no-op was executed" text="no-op" />}
      {mistake !== undefined && mistake !== 'none' && (
        <Sign class="bad" title="the patch made the state wrong" text={mistake} />
      )}
      {result.refused && <Sign class="warn" title="the environment refused the action" text="refused" />}
    </>
  )
}

function Sign({ text, ...how }: { text: string; class: string; title: string }): VNode {
  return <span {...how}>{text}</span>
}
