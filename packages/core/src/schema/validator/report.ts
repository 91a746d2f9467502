import type { Issue, JsonValue } from '@skill-state/protocol'
import { describeValue } from '../../json/excerpt.ts'
import { MAX_ISSUES } from '../../json/limits.ts'
import { pointerStep } from '../../json/pointer.ts'
import { type Run, TooMuchWork } from '../../pattern/run.ts'

/** Reasons that are looked for: more would only be counted. */
const MOST_REASONS = 200

/** Collects why a value does not pass, each reason once: the first few in words, the others by their number. */
export class Report {
  readonly #issues: Issue[] = []
  readonly #known: Set<string> = new Set()
  #path: readonly string[] = []
  #stopped = false
  readonly #run: Run

  /** Finding a reason takes steps of the run. */
  constructor(run: Run) {
    this.#run = run
  }

  /** Adds a reason at the current place: what must be, and what was found. */
  add(expected: string, value: JsonValue): void {
    this.note(`${expected}, found ${describeValue(value)}`)
  }

  /** Adds a sentence at the current place, or at a key below it. */
  note(message: string, key?: string): void {
    this.#run.spend(20 + this.#path.length)
    const path = (key === undefined ? this.#path : [...this.#path, key]).map(pointerStep).join('')
    const id = `${path}\n${message}`
    if (this.#known.has(id)) return
    if (this.#known.size === MOST_REASONS) throw new TooMuchWork()
    this.#known.add(id)
    if (this.#issues.length < MAX_ISSUES) this.#issues.push({ path, message })
  }

  below(key: string | number, judge: () => boolean): boolean {
    const above = this.#path
    this.#path = [...above, String(key)]
    const passes = judge()
    this.#path = above
    return passes
  }

  /** Notes that looking for reasons ended before its end. */
  stop(): void {
    this.#stopped = true
    this.#path = []
  }

  get issues(): readonly Issue[] {
    const more = this.#known.size - this.#issues.length
    if (this.#stopped) return [...this.#issues, { path: '', message: stopped(this.#issues.length) }]
    return more > 0 ? [...this.#issues, { path: '', message: `and ${more} more` }] : this.#issues
  }
}

function stopped(reasons: number): string {
  return reasons === 0
    ? 'does not fit the schema; the search for reasons was stopped because it takes too long'
    : 'the search for further reasons was stopped because it takes too long'
}
