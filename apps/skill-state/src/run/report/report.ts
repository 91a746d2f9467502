import { likelyStateChars, SHELL } from '@skill-state/agent-skills'
import type { Certificate } from '@skill-state/core'
import { type Action, isJsonObject, printableJson, type Step } from '@skill-state/protocol'
import { brief } from '../../brief.ts'
import type { Prepared } from '../prepare.ts'

/** A step as it is printed, of this process or recorded. */
export type ToldStep = Pick<Step, 'index' | 'action' | 'result' | 'patch'> &
  Partial<Pick<Step, 'fallback' | 'rejections'>>

/** Two lines: what was done and what came of it, and what changed in the state. */
export function stepLines({ index, action, result, patch, fallback }: ToldStep, width = 160): string {
  const done = brief(actionText(action), width)
  const [, answered = result.text, pinned] = /^(.*)\n\n\[Pinned: ([^\]\n]*)\]\n/s.exec(result.text) ?? []
  const shown = pinned === undefined ? '' : ` [pinned: ${brief(pinned, 60)}]`
  const answer = brief(`${result.refused ? '(rejected) ' : ''}${answered}`, width) + shown
  const change =
    fallback || patch === undefined || Object.keys(patch).length === 0 ? 'no change' : JSON.stringify(patch)
  return `${String(index + 1).padStart(4)}  ${done} → ${answer}\n      Σ ⊕ ${brief(change, width)}\n`
}

export function actionText(action: Action): string {
  if (typeof action === 'string') return action
  return Object.entries(action)
    .map(([name, value]) => `${name} ${printableJson(value, 0)}`)
    .join(', ')
}

interface End {
  readonly ok: boolean
  readonly answer: string
  readonly files: readonly string[]
}

/** What the run finished with; undefined if the action is another one. */
export function endOf(action: Action | undefined): End | undefined {
  const end = typeof action === 'object' ? action.finish : undefined
  if (typeof end === 'string') return { ok: true, answer: end, files: [] }
  if (!isJsonObject(end)) return undefined
  const files = Array.isArray(end.files) ? end.files.map(String) : []
  return { ok: end.ok === true, answer: typeof end.answer === 'string' ? end.answer : '', files }
}

/** One line on what is run, and how. */
export function headline({ loaded, tools: open, options, certificate }: Prepared, model: string): string {
  const { length } = Object.keys(open.tools)
  const tools = `${length} tool${length === 1 ? '' : 's'}`
  const form = `${options.patch.encoding.name} patches in ${options.reply.answer === 'json' ? 'an enforced schema' : 'a block'}`
  return brief(
    `${loaded.name} (${loaded.hash.slice(0, 12)}), ${tools}, model ${model}, ${form}, ${boundText(certificate)}`,
  )
}

/** How long the prompt can get, or what leaves it open. */
export function boundText(certificate: Certificate): string {
  if (!certificate.bounded) {
    const [{ path, reason, fix } = { path: '', reason: '', fix: '' }] = certificate.unbounded
    return `prompt without a bound: ${path || 'the state'} may have ${reason} (set ${fix})`
  }
  const { promptChars, parts } = certificate
  return `prompt of at most ${promptChars} characters (fixed ${parts.fixed}, state ${parts.state}, observation ${parts.observation})`
}

/** Characters that a prompt likely has; undefined if there is no bound. */
export function likelyChars({ loaded, certificate }: Pick<Prepared, 'loaded' | 'certificate'>) {
  if (!certificate.bounded) return undefined
  const { fixed, state, observation } = certificate.parts
  return fixed + Math.min(state, likelyStateChars(loaded.schema)) + Math.round(observation / 2)
}

/** What is odd about the skill and the tools, a line each. */
export function noteLines({ loaded, tools: { tools, notes } }: Pick<Prepared, 'loaded' | 'tools'>): string {
  const { programs } = loaded
  const scripts = programs.reduce((sum, { runs }) => sum + runs.length, 0)
  const noShell = `the skill has ${scripts} scripts and commands of ${programs.length} programs: give --shell to let it execute them`
  const isShut = programs.length > 0 && !Object.hasOwn(tools, SHELL)
  return [...loaded.notes, ...notes, ...(isShut ? [noShell] : [])]
    .map((note) => `note: ${brief(note)}\n`)
    .join('')
}
