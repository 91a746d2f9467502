import type { JsonObject, JsonValue } from '@skill-state/protocol'
import type { VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import { isSame, parsePointer, valueAt } from '../../state/pointer.ts'
import { type StateLine, stateLines } from '../../state/state-lines.ts'
import { StateView } from '../../state/state-view.tsx'
import { LongText, Printable } from '../../text/printable.tsx'
import type { OpenEpisode } from '../data/use-episode.ts'

interface WhyPanelProps {
  readonly open: OpenEpisode
  readonly step: number
  /** Of the value that is asked about; empty: of all. */
  readonly pointer: string
  readonly whyLink: (pointer: string) => string
  readonly stepLink: (step: number) => string
}

/** Which step's patch set a value: of each value of the state, or the whole story of one. */
export function WhyPanel({ open, step, pointer, whyLink, stepLink }: WhyPanelProps): VNode {
  const { from } = open
  const states = useMemo(() => open.states?.slice(from, step + 2), [open, step])
  const state = states?.at(-1)
  if (states === undefined || state === undefined)
    return <p class="nothing">This runtime carries no state.</p>
  if (pointer === '') {
    return (
      <>
        <p class="about">
          Which step set each value of the state after this step. Choose one for its whole story.
        </p>
        <StateView
          lines={stateLines(state, state)}
          label="State with the step that set each value"
          whyLink={whyLink}
          margin={(line) => marginOf(states, from, line)}
        />
      </>
    )
  }
  const path = parsePointer(pointer)
  return (
    <Story
      changes={valueHistory(states, path, from)}
      from={from}
      value={valueAt(state, path)}
      {...{ pointer, whyLink, stepLink }}
    />
  )
}

function marginOf(
  states: Parameters<typeof valueHistory>[0],
  from: number,
  { path, closes }: StateLine,
): string {
  if (closes) return ''
  const last = valueHistory(states, path, from).at(-1)
  if (last?.step !== undefined) return `step ${last.step}`
  return from === 0 ? 'Σ_0' : `before ${from}`
}

interface StoryProps extends Pick<WhyPanelProps, 'pointer' | 'whyLink' | 'stepLink'> {
  readonly changes: readonly ValueChange[]
  readonly from: number
  readonly value: JsonValue | undefined
}

function Story({ changes, from, value, pointer, whyLink, stepLink }: StoryProps): VNode {
  const last = changes.at(-1)
  return (
    <div class="story">
      <p class="about">
        <a href={whyLink('')}>All values</a> <span aria-hidden="true">/</span>{' '}
        <Printable as="code" text={pointer} />
      </p>
      <p class="answer">
        {value === undefined ? 'It is not in the state. ' : 'It is '}
        {value !== undefined && <Short value={value} />}
        {last === undefined ? (
          ' It never was.'
        ) : (
          <>
            {value === undefined ? 'It was removed by ' : ', set by '}
            <Origin change={last} from={from} stepLink={stepLink} />.
          </>
        )}
      </p>
      {changes.length > 0 && (
        <ol class="changes" reversed>
          {changes.toReversed().map((change) => (
            <li key={change.step ?? 'initial'}>
              <Origin change={change} from={from} stepLink={stepLink} />
              <Written class="removed" value={change.before} />
              <Written class="added" value={change.after} />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

interface OriginProps extends Pick<StoryProps, 'from' | 'stepLink'> {
  readonly change: ValueChange
}

/** Of a long session only the steps from `from` on are loaded. */
function Origin({ change, from, stepLink }: OriginProps): VNode {
  if (change.step === undefined && from > 0) return <a href={stepLink(from - 1)}>a step before step {from}</a>
  if (change.step === undefined) return <span>the initial state</span>
  return <a href={stepLink(change.step)}>the patch of step {change.step}</a>
}

function Short({ value }: { value: JsonValue }): VNode {
  const text = JSON.stringify(value)
  return <Printable as="code" text={text.length > 120 ? `${text.slice(0, 120)}…` : text} />
}

function Written({ value, class: name }: { value: JsonValue | undefined; class: string }): VNode | null {
  if (value === undefined) return null
  const text = typeof value === 'string' ? JSON.stringify(value) : JSON.stringify(value, undefined, 2)
  return (
    <div class={name}>
      <LongText text={text} />
    </div>
  )
}

export interface ValueChange {
  /** t of the step whose patch made it; undefined for the first state. */
  readonly step: number | undefined
  readonly before: JsonValue | undefined
  readonly after: JsonValue | undefined
}

/** Each change of the value at a path, oldest first: the last one says why the value is what it is. The first state is Σ_from. */
export function valueHistory(
  states: readonly JsonObject[],
  path: readonly string[],
  from = 0,
): readonly ValueChange[] {
  const values = states.map((state) => valueAt(state, path))
  return values.flatMap((after, index): ValueChange[] => {
    const before = index === 0 ? undefined : values[index - 1]
    if (isSame(before, after)) return []
    return [{ step: index === 0 ? undefined : from + index - 1, before, after }]
  })
}
