import { isJsonObject, type JsonObject } from '@skill-state/protocol'
import { MAX_DEPTH } from '../json/limits.ts'
import { onOneLine } from '../json/python-json.ts'
import { isIndex } from '../state/entries.ts'
import { State, type StateValue, toStateValue } from '../state/state.ts'

/** How a prompt wrote Σ_t: whole, or as the last whole one and what was done to it since. */
export type Written = 'base' | 'log' | 'overlay'

/** What was done to a state since a prompt wrote it whole. Immutable: a step gives the next one. */
export class Since {
  /** Σ as it was written whole, what changed last at its end. */
  readonly base: State
  /** Steps since. */
  readonly steps: number
  /** The patches of these steps, each on a line of its own, oldest first. */
  readonly log: string
  readonly #before: Since | undefined
  readonly #patch: JsonObject | undefined
  #overlay: State | undefined

  private constructor(base: State, before?: Since, patch?: JsonObject) {
    const line = patch && Object.keys(patch).length > 0 ? onOneLine(patch, ',', ':') : ''
    const log = before?.log ?? ''
    this.base = base
    this.steps = before ? before.steps + 1 : 0
    this.log = log === '' || line === '' ? log + line : `${log}\n${line}`
    this.#before = before
    this.#patch = patch
  }

  /** Begins with a state that is written whole now: what is known of its past decides the order of its keys. */
  static begin(state: State, past?: Since): Since {
    return new Since(past?.ordered ?? state)
  }

  /** After a step with this patch, if it was committed. */
  next(patch: JsonObject | undefined): Since {
    return new Since(this.base, this, patch)
  }

  /** This step and those before it, oldest first, after the last one that fits, or after the base. */
  #steps(fits: (step: Since) => boolean = () => false): readonly Since[] {
    const steps: Since[] = []
    for (const step of this.#backward()) {
      if (fits(step)) break
      steps.push(step)
    }
    return steps.reverse()
  }

  *#backward(): Generator<Since, void, undefined> {
    if (this.#before === undefined) return
    yield this
    for (let step = this.#before; step.#before; step = step.#before) yield step
  }

  /** The patches of all steps, oldest first; empty for a step without one. */
  get patches(): readonly JsonObject[] {
    return this.#steps().map((step) => step.#patch ?? {})
  }

  /** Σ_t, its keys in the order of their last change: those first that have not changed. Integer-like keys stay in theirs. */
  get ordered(): State {
    return this.patches.reduce((state, patch) => reordered(state, patch), this.base)
  }

  /** The patch Δ with base ⊕ Δ = Σ_t: what has changed, with its present value, null for what is gone; last changes last. */
  get overlay(): State {
    for (const step of this.#steps((step) => step.#overlay !== undefined)) {
      const before = step.#before
      const over = (before && before.#overlay) ?? State.EMPTY
      step.#overlay = step.#patch ? overlaid(over, this.base, step.#patch) : over
    }
    return this.#overlay ?? State.EMPTY
  }
}

function reordered(level: State, patch: JsonObject): State {
  let after = level.own()
  for (const key of Object.keys(patch)) {
    const was = after.get(key)
    const value = patch[key]
    if (value === null || value === undefined) after = after.without(key)
    else if (isJsonObject(value))
      after = moved(after, key, reordered(was instanceof State ? was : State.EMPTY, value))
    else if (value !== was) after = moved(after, key, toStateValue(value, MAX_DEPTH))
  }
  return after
}

function overlaid(level: State, base: State | undefined, patch: JsonObject): State {
  let after = level.own()
  for (const key of Object.keys(patch)) {
    const [value, was, below] = [patch[key], after.get(key), base?.get(key)]
    if (value === null || value === undefined)
      after = below === undefined ? after.without(key) : moved(after, key, null)
    else if (isJsonObject(value)) {
      const own = below instanceof State ? below : undefined
      // An object in the place of another value has nothing of the object that the base has there.
      const isAnew = was !== undefined && !(was instanceof State) && own !== undefined
      const start = was instanceof State ? was : isAnew ? deletions(own) : State.EMPTY
      after = moved(after, key, overlaid(start, own, value))
    } else after = moved(after, key, toStateValue(value, MAX_DEPTH))
  }
  return after
}

function deletions(level: State): State {
  return State.from(Object.fromEntries([...level.entries()].map(([key]) => [key, null])))
}

/** With a key set as the last one. To move an integer-like key would take time linear in the level. */
function moved(level: State, key: string, value: StateValue): State {
  return (isIndex(key) ? level : level.without(key)).with(key, value)
}
