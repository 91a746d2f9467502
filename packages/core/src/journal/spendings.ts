import { isJsonObject, type JsonObject, type JsonValue, promptLength } from '@skill-state/protocol'
import { type AskOptions, ask, UPDATE_STATE } from '../prompt.ts'
import { history, type JournalStep } from './history.ts'
import type { JournalPosition } from './journal.ts'
import type { JournalStore } from './store.ts'

/** Parts of what a step sends, in the order in which a provider compares them with its cache. */
const SENT = ['tools', 'schema', 'instructions', 'state', 'observation'] as const

type PartName = (typeof SENT)[number] | 'reply'

/** What one part of a step's calls takes. */
interface PartSpending {
  /** UTF-16 units, in one call. */
  readonly chars: number
  /** Tokens of all calls of the step; undefined if the provider did not say what it used. */
  readonly tokens: number | undefined
  /** Those of them that a cache gave. */
  readonly cachedTokens: number | undefined
}

/** A step, and what it has used, part by part. */
interface StepSpending extends JournalStep {
  /** Calls of the model, retries included. */
  readonly modelCalls: number
  /** Whether it answered the user. */
  readonly isReply: boolean
  /** UTF-16 units of the patch. */
  readonly patchChars: number
  readonly parts: Readonly<Record<PartName, PartSpending>>
}

/** Characters of a token: of prose, and of the JSON of a state. */
const CHARS = { tools: 4, schema: 4, instructions: 4, state: 2.2, observation: 4 } as const

/**
 * What each answered step of a journal has used, undone ones included, and where the journal ends, as `history` gives them. The provider's figures are shared out by the lengths of the
 * parts. What a cache gave is the beginning. A retry counts with the parts that it repeats.
 */
export function* spendings(
  store: JournalStore,
): Generator<StepSpending, JournalPosition | undefined, undefined> {
  let asked: JsonObject | undefined
  let fixed: Fixed = { tools: 0, schema: 0, instructions: 0 }
  let before: Counts = {}
  const steps = history(store)
  for (let next = steps.next(); ; next = steps.next()) {
    if (next.done) return next.value
    const step = next.value
    if (step.asked && step.asked !== asked) {
      asked = step.asked
      fixed = fixedIn(asked)
    }
    const used = step.spent && minus(step.spent, before)
    before = step.spent ?? before
    yield { ...step, ...spendingOf(step, fixed, used) }
  }
}

type Fixed = Readonly<Record<'tools' | 'schema' | 'instructions', number>>
type Counts = Readonly<Record<string, number>>

function minus(now: Counts, before: Counts): Counts {
  return Object.fromEntries(Object.entries(now).map(([name, count]) => [name, count - (before[name] ?? 0)]))
}

/** The lengths of what is the same in each prompt, by what a journal notes of it. */
function fixedIn({ instructions, form, beside, described }: JsonObject): Fixed {
  const options: AskOptions = isJsonObject(form) ? form : {}
  const skill = { instructions: typeof instructions === 'string' ? instructions : '' }
  const prompt = promptLength(ask(skill, {}, '', options))
  const { answerSchema, tools } = isJsonObject(beside) ? beside : {}
  const all = Array.isArray(tools) ? tools : []
  const isState = (tool: JsonValue): boolean => isJsonObject(tool) && tool.name === UPDATE_STATE
  const inText = isJsonObject(described) ? described : {}
  const text = { tools: Number(inText.tools ?? 0), schema: Number(inText.schema ?? 0) }
  return {
    tools: lengthOf(all.filter((tool) => !isState(tool))) + text.tools,
    schema: lengthOf([...all.filter(isState), ...(answerSchema ? [answerSchema] : [])]) + text.schema,
    instructions: prompt - text.tools - text.schema,
  }
}

function lengthOf(values: readonly JsonValue[]): number {
  return values.reduce<number>((sum, value) => sum + JSON.stringify(value).length, 0)
}

function spendingOf(
  { before, stateText, observation, patch, action, result }: JournalStep,
  fixed: Fixed,
  { calls = 1, inputTokens = 0, cachedInputTokens = 0, outputTokens = 0 }: Counts = {},
): Omit<StepSpending, keyof JournalStep> {
  const state = stateText ?? before.text
  const sent = { ...fixed, state: state.length, observation: observation.text.length }
  const weights = SENT.map((part) => sent[part] / CHARS[part])
  const perWeight = inputTokens / weights.reduce((sum, each) => sum + each, 0)
  let cached = cachedInputTokens
  const parts = SENT.map((part, at) => {
    const tokens = Math.round((weights[at] ?? 0) * perWeight)
    const cachedTokens = Math.min(cached, tokens)
    cached -= cachedTokens
    return [part, known({ chars: sent[part], tokens, cachedTokens }, inputTokens)] as const
  })
  const patchChars = patch ? JSON.stringify(patch).length : 0
  const reply = { chars: patchChars + JSON.stringify(action).length, tokens: outputTokens, cachedTokens: 0 }
  return {
    modelCalls: calls,
    isReply: result.done || result.waiting?.for === 'reply',
    patchChars,
    parts: Object.fromEntries([...parts, ['reply', known(reply, outputTokens)]]) as StepSpending['parts'],
  }
}

/** A provider that counts nothing has not said what it used. */
function known(part: PartSpending, tokens: number): PartSpending {
  return tokens > 0 ? part : { chars: part.chars, tokens: undefined, cachedTokens: undefined }
}
