import { printableLine } from '@skill-state/protocol'
import { hideSecrets } from '../../secrets.ts'
import type { Fact, SessionAudit } from '../findings.ts'

const MAX_NAME = 32

/**
 * How reports name what is in sessions. A value is always shortened. With `redact` a report holds no text of a session, of its
 * folder or of its file's name: numbers take their place.
 */
export class Names {
  readonly #redact: boolean
  readonly #numbers = new Map<string, number>()

  constructor(redact: boolean) {
    this.#redact = redact
  }

  value(value: string): string {
    const hidden = `(${value.length} characters)`
    if (this.#redact || isSecret(value)) return hidden
    const [head, tail] = [
      Math.min(16, Math.ceil(value.length * 0.4)),
      Math.min(8, Math.floor(value.length * 0.25)),
    ]
    return printableLine(`${value.slice(0, head)}…${value.slice(value.length - tail)}`)
  }

  file(file: string): string {
    return this.#redact ? this.#number('file', file) : printableLine(file)
  }

  /** The end of a file's name, for a column of a table. */
  session(file: string): string {
    return this.#redact ? this.file(file) : endOf(file.replace(/^.*[/\\](?=[^/\\])/, ''))
  }

  project(project: string | undefined): string {
    if (project === undefined) return '(unknown)'
    return this.#redact ? this.#number('project', project) : endOf(project)
  }

  /** A word of the format or of a tool, if it looks like one. */
  word(text: string, kind = 'unnamed'): string {
    return !this.#redact && /^[A-Za-z][\w :.-]{0,60}$/.test(text) && !isSecret(text) ? text : kind
  }

  version(version: string | undefined): string {
    return version !== undefined && /^\d{1,4}(?:\.\d{1,6}){0,3}$/.test(version) ? ` ${version}` : ''
  }

  #number(kind: string, name: string): string {
    const number = this.#numbers.get(`${kind} ${name}`) ?? this.#numbers.size + 1
    this.#numbers.set(`${kind} ${name}`, number)
    return `${kind} ${number}`
  }
}

function endOf(text: string): string {
  return printableLine(text.length > MAX_NAME ? `…${text.slice(1 - MAX_NAME)}` : text)
}

/** A text with a secret is never shown in part. */
const isSecret = (text: string): boolean => hideSecrets(text) !== text

/** What a file held, in one line. */
export function fileLine(session: SessionAudit, names: Names): string {
  const { file, format, version, records, calls, cuts, copiedCalls, unknownKinds, damage, isNewer } = session
  const kinds = Object.entries(unknownKinds).map(([kind, count]) => `${names.word(kind)} (${count})`)
  const [first, ...more] = damage
  const parts = [
    `${format}${names.version(version)}${isNewer ? ', newer than the tested version' : ''}`,
    `${records} records, ${calls} calls, ${cuts.length} compactions`,
    copiedCalls === 0 ? '' : `${copiedCalls} calls copied from another file`,
    kinds.length === 0 ? '' : `unknown kinds: ${[...new Set(kinds)].slice(0, 8).join(', ')}`,
    first === undefined
      ? ''
      : `damage: ${first}${more.length === 0 ? '' : ` and ${more.length} more`}; the rest is read`,
    ...session.notes,
  ]
  return `${names.file(file)}: ${parts.filter((part) => part !== '').join('; ')}`
}

/** A session as JSON: every figure, values shortened. */
export function sessionJson(session: SessionAudit, names: Names): object {
  const fact = <T extends Fact>({ value, tool, call, source, ...rest }: T): object => ({
    value: names.value(value),
    tool: names.word(tool),
    call: names.word(call ?? '', 'call'),
    source: names.word(source, 'tool'),
    ...rest,
  })
  const { lost, unknown, refound, fields, unknownKinds, prompts: _, ...rest } = session
  return {
    ...rest,
    file: names.file(session.file),
    project: names.project(session.project),
    id: names.word(session.id ?? '', 'session'),
    version: names.version(session.version).trim(),
    cuts: session.cuts.map((cut) => ({ ...cut, trigger: cut.trigger && names.word(cut.trigger) })),
    unknownKinds: Object.entries(unknownKinds).map(([kind, count]) => [names.word(kind), count]),
    lost: lost.map(fact),
    unknown: unknown.map(fact),
    refound: refound.map(fact),
    fields: Object.fromEntries(Object.entries(fields).map(([name, values]) => [name, values.length])),
  }
}
