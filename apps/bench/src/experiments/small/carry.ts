import { defineRuntime, type RunInput, type RuntimeRecord, type Step } from '@skill-state/protocol'
import { z } from 'zod'
import { askChange, askCompaction, askWhere } from './ask.ts'
import { type Places, readEvent, readSentence, sentence } from './events.ts'
import { LAYOUTS, type LayoutName, laidOut } from './laid-out.ts'

/** What crosses from step to step: each way of carrying is one of these, and all are read alike. */
interface Carried {
  /** Takes what a step tells. */
  add(told: string): void | Promise<void>
  /** What the model reads before a question. */
  readonly shown: () => readonly string[]
  /** If it has a state: what the newest sentences changed, and what it is now. */
  readonly state?: () => { readonly patch: Places; readonly state: { toJSON(): Places } }
}

type Carry = (asking: Pick<RunInput, 'model' | 'signal'>) => Carried

const WINDOW = 6
/** Sentences that are compacted at once, and how many of them are left as they are. */
const COMPACTED_AT = 6
const NEWEST = 2

export const CARRIES = ['nothing', 'transcript', 'window', 'rules', 'written', 'compaction'] as const
export type How = (typeof CARRIES)[number] | LayoutName

const carries: Readonly<Record<How, Carry>> = {
  nothing: () => newest(1),
  transcript: () => newest(Number.POSITIVE_INFINITY),
  window: () => newest(WINDOW),
  rules: () => state((told) => readSentence(told)),
  written: (asking) => state((told) => askChange(asking, told)),
  compaction,
  stableFirst: () => laidOutState('stableFirst'),
  overlay: () => laidOutState('overlay'),
  baseLog: () => laidOutState('baseLog'),
}

/**
 * Reads with the same prompt whatever it carries, and asks only if the environment does: reading is measured apart from
 * writing.
 */
export const reader: RuntimeRecord<{ carry: How }> = defineRuntime({
  id: 'reader',
  description: 'for the benchmark rooms: one prompt, and nine ways to carry what it shows',
  options: z.strictObject({
    carry: z
      .enum([...CARRIES, ...LAYOUTS])
      .default('nothing')
      .describe(
        `rules or written (a state), transcript, window, compaction or nothing; or a state that rules fill, in a layout: ${LAYOUTS.join(', ')}. Default: nothing.`,
      ),
  }),
  run: (input, { carry }) => play(input, carries[carry](input)),
})

async function* play(input: RunInput, carried: Carried): AsyncGenerator<Step, void, undefined> {
  const { environment, seed, signal } = input
  let observation = await environment.reset({ seed, signal })
  for (let index = 0; !observation.done; index += 1) {
    const { text } = observation
    const { told, asked } = readEvent(text)
    for (const each of told) await carried.add(each)
    const answer = asked === undefined ? 'Wait' : await askWhere(input, carried.shown(), asked)
    const action = answer ?? 'Wait'
    const result = await environment.step(action, { signal })
    const decision = { reasoning: '', action, rejections: [], fallback: answer === undefined }
    yield { index, observation: text, ...decision, ...carried.state?.(), result }
    observation = result
  }
}

function newest(count: number): Carried {
  const all: string[] = []
  return {
    add: (told) => void all.push(told),
    shown: () => (count === Number.POSITIVE_INFINITY ? all : all.slice(-count)),
  }
}

type Change = ReturnType<typeof readSentence>

/** Shows the same sentences as a transcript, one for each person. */
function state(changeOf: (told: string) => Change | Promise<Change>) {
  let places: Places = {}
  let patch: Places = {}
  return {
    async add(told: string) {
      const change = await changeOf(told)
      if (change === undefined) return
      const changed = { [change.name]: change.room }
      patch = { ...patch, ...changed }
      places = { ...places, ...changed }
    },
    changes: () => patch,
    shown: () => Object.entries(places).map(([name, room]) => sentence(name, room)),
    state() {
      const now = places
      const changes = { patch, state: { toJSON: () => now } }
      patch = {}
      return changes
    },
  }
}

/** A state that rules fill, written as a layout does. */
function laidOutState(layout: LayoutName): Carried {
  const filled = state((told) => readSentence(told))
  const patches: Places[] = []
  return {
    ...filled,
    shown: () => laidOut(layout, [...patches, filled.changes()]),
    state() {
      const step = filled.state()
      patches.push(step.patch)
      return step
    },
  }
}

/** The model's own text in the place of all sentences but the newest. */
function compaction(asking: Pick<RunInput, 'model' | 'signal'>): Carried {
  let summary: readonly string[] = []
  let recent: string[] = []
  return {
    async add(told) {
      recent.push(told)
      if (recent.length < COMPACTED_AT) return
      const kept = recent.splice(-NEWEST)
      summary = [await askCompaction(asking, [...summary, ...recent])]
      recent = kept
    },
    shown: () => [...summary, ...recent],
  }
}
