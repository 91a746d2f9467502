/** The smallest state that would have served a session, for someone who knows the future. */
export interface StateFigures {
  readonly meanStateChars: number
  readonly maxStateChars: number
  /** Needed values by the field of a state for coding that would hold them, in the order of their first need. */
  readonly fields: Readonly<Record<string, readonly string[]>>
}

/** Quotes and comma of a value in JSON. */
const AROUND = 3

interface Held {
  readonly from: number
  readonly field: string
  to: number
}

/** Collects needs: a value is held from the call after the one that sees its source until the last call that needs it. */
export class StateSizes {
  readonly #held = new Map<string, Held>()

  need(
    value: string,
    tool: string,
    source: { readonly name: string; readonly calls: number },
    call: number,
  ): void {
    const held = this.#held.get(value)
    if (held !== undefined) held.to = call
    else this.#held.set(value, { from: source.calls + 1, to: call, field: fieldOf(value, tool, source.name) })
  }

  figures(calls: number): StateFigures {
    const steps = new Float64Array(calls + 2)
    const fields: Record<string, string[]> = {}
    for (const [value, { from, to, field }] of this.#held) {
      if (to <= from) continue
      steps[from + 1] = (steps[from + 1] ?? 0) + value.length + AROUND
      steps[to + 1] = (steps[to + 1] ?? 0) - value.length - AROUND
      fields[field] ??= []
      fields[field].push(value)
    }
    let [size, sum, most] = [0, 0, 0]
    for (let call = 1; call <= calls; call++) {
      size += steps[call] ?? 0
      sum += size
      most = Math.max(most, size)
    }
    return { meanStateChars: calls === 0 ? 0 : sum / calls, maxStateChars: most, fields }
  }
}

/** The field of a state for coding that would hold a value, from its form, its tool and its source. */
function fieldOf(value: string, tool: string, source: string): string {
  if (/skill/i.test(tool)) return 'skill'
  if (/todo|task|plan/i.test(tool)) return 'tasks'
  if (/^[\w.@~+-]*(?:[/\\][\w.@~+-]+)+$/.test(value)) return 'files'
  if (/^[\w./-]+(?: [^ ]+)+$/.test(value) && /bash|shell|run|exec|command/i.test(tool)) return 'commands'
  return source === 'user' || source === 'host' ? 'decisions' : 'facts'
}
