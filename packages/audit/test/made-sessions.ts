import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { mersenne } from 'pure-rand/generator/mersenne'

/** A message of a made session, and the values that it shows. */
interface Made {
  readonly kind: 'user' | 'call' | 'result' | 'summary' | 'opaque'
  readonly id: string
  readonly values: readonly string[]
}

/** A compaction: what it wrote, and how many of the last messages it kept. */
interface Compaction {
  readonly kind: 'compaction'
  readonly id: string
  readonly tail: number
  readonly summary: Made
}

export interface MadeSession {
  readonly steps: readonly (Made | Compaction)[]
  /** `call value`, by verdict. */
  readonly lost: readonly string[]
  readonly unknown: readonly string[]
}

/** A session of 30 calls with compactions that forget, and what they made the later calls lack. */
export function madeSession(
  seed: number,
  { tails, opaque }: { tails: boolean; opaque: boolean },
): MadeSession {
  const random = mersenne(seed)
  const upTo = (most: number): number => uniformInt(random, 0, most)
  const steps: (Made | Compaction)[] = []
  const facts: string[] = []
  let view: Made[] = []
  const lost: string[] = []
  const unknown: string[] = []
  const add = (made: Made): void => {
    steps.push(made)
    view.push(made)
  }
  const fresh = (): string => {
    const fact = [
      `k-${seed}-${facts.length}x`,
      `/srv/a${facts.length}/f${seed}.ts`,
      `${40_000 + facts.length}`,
    ][upTo(2)]
    facts.push(fact as string)
    return fact as string
  }
  add({ kind: 'user', id: 'u0', values: [fresh(), fresh()] })
  for (let call = 1; call <= 30; call++) {
    const needed = [...new Set([0, 1].map(() => facts[upTo(facts.length - 1)] as string))]
    for (const value of needed) {
      if (view.some(({ values }) => values.includes(value))) continue
      const isOpen = view.some(({ kind }) => kind === 'opaque')
      ;(isOpen ? unknown : lost).push(`c${call} ${value}`)
    }
    add({ kind: 'call', id: `c${call}`, values: needed })
    add({
      kind: 'result',
      id: `c${call}`,
      values: upTo(2) === 0 ? [facts[upTo(facts.length - 1)] as string] : [fresh()],
    })
    if (upTo(6) !== 0) continue
    const tail = tails ? 2 * upTo(1) : 0
    const kept = facts.filter(() => upTo(3) === 0)
    const summary: Made = opaque
      ? { kind: 'opaque', id: `s${call}`, values: [] }
      : { kind: 'summary', id: `s${call}`, values: kept }
    steps.push({ kind: 'compaction', id: `b${call}`, tail, summary })
    view = [summary, ...(tail === 0 ? [] : view.slice(-tail))]
  }
  return { steps, lost, unknown }
}

const textOf = ({ values }: Made): string => values.map((value) => `is (${value}).`).join(' ')
const time = '2026-03-09T08:00:13.439Z'
const inputOf = ({ values }: Made): object => ({ values })

/** The lines of a session as each host would write them. */
export const madeFormats: Readonly<
  Record<
    string,
    {
      readonly tails: boolean
      readonly opaque: boolean
      readonly lines: (made: MadeSession) => readonly object[]
    }
  >
> = {
  'claude-code': { tails: true, opaque: false, lines: claudeLines },
  codex: { tails: false, opaque: false, lines: codexLines },
  'codex, encrypted': { tails: false, opaque: true, lines: codexLines },
  pi: { tails: true, opaque: false, lines: piLines },
  opencode: { tails: true, opaque: false, lines: opencodeMessages },
}

function claudeLines({ steps }: MadeSession): readonly object[] {
  let parentUuid: string | null = null
  const seen: string[] = []
  const record = (uuid: string, more: object): object => {
    const line = {
      parentUuid,
      isSidechain: false,
      sessionId: 's',
      version: '2.1.220',
      cwd: '/srv',
      uuid,
      timestamp: time,
      ...more,
    }
    parentUuid = uuid
    return line
  }
  return steps.flatMap((step) => {
    if (step.kind === 'compaction') {
      const uuids = step.tail === 0 ? [] : seen.slice(-step.tail)
      const logicalParentUuid = parentUuid
      parentUuid = null
      const compactMetadata = { trigger: 'auto', preTokens: 9, preservedMessages: { uuids } }
      return [
        record(step.id, { type: 'system', subtype: 'compact_boundary', logicalParentUuid, compactMetadata }),
        record(step.summary.id, {
          type: 'user',
          isCompactSummary: true,
          message: { content: textOf(step.summary) },
        }),
      ]
    }
    const uuid = `${step.kind}-${step.id}`
    seen.push(uuid)
    if (step.kind === 'call') {
      const content = [{ type: 'tool_use', id: step.id, name: 'use', input: inputOf(step) }]
      return [record(uuid, { type: 'assistant', message: { id: `m-${step.id}`, content } })]
    }
    const content =
      step.kind === 'user'
        ? textOf(step)
        : [{ type: 'tool_result', tool_use_id: step.id, content: textOf(step) }]
    return [record(uuid, { type: 'user', message: { content } })]
  })
}

function codexLines({ steps }: MadeSession): readonly object[] {
  const line = (type: string, payload: object): object => ({ timestamp: time, type, payload })
  const said = (text: string): object => ({
    type: 'message',
    role: 'user',
    content: [{ type: 'input_text', text }],
  })
  return [
    line('session_meta', { id: 's', cwd: '/srv', cli_version: '0.98.0' }),
    ...steps.map((step) => {
      if (step.kind === 'compaction') {
        const isOpaque = step.summary.kind === 'opaque'
        const item = isOpaque ? { type: 'compaction', encrypted_content: 'ff' } : said(textOf(step.summary))
        return line('compacted', { message: '', replacement_history: [item] })
      }
      if (step.kind === 'user') return line('response_item', said(textOf(step)))
      const about = { call_id: step.id }
      if (step.kind === 'result')
        return line('response_item', { ...about, type: 'function_call_output', output: textOf(step) })
      return line('response_item', {
        ...about,
        type: 'function_call',
        name: 'use',
        arguments: JSON.stringify(inputOf(step)),
      })
    }),
  ]
}

function piLines({ steps }: MadeSession): readonly object[] {
  let parentId: string | null = null
  const seen: string[] = []
  const entry = (id: string, more: object): object => {
    const line = { id, parentId, timestamp: time, ...more }
    parentId = id
    return line
  }
  return [
    { type: 'session', version: 3, id: 's', timestamp: time, cwd: '/srv' },
    ...steps.map((step) => {
      if (step.kind === 'compaction') {
        const firstKeptEntryId = step.tail === 0 ? step.id : seen.at(-step.tail)
        return entry(step.id, {
          type: 'compaction',
          summary: textOf(step.summary),
          firstKeptEntryId,
          tokensBefore: 9,
        })
      }
      const id = `${step.kind}-${step.id}`
      seen.push(id)
      const text = [{ type: 'text', text: textOf(step) }]
      if (step.kind === 'user')
        return entry(id, { type: 'message', message: { role: 'user', content: text } })
      if (step.kind === 'result')
        return entry(id, {
          type: 'message',
          message: { role: 'toolResult', toolCallId: step.id, content: text },
        })
      const content = [{ type: 'toolCall', id: step.id, name: 'use', arguments: inputOf(step) }]
      return entry(id, { type: 'message', message: { role: 'assistant', content } })
    }),
  ]
}

/** Messages of an export, of which one holds a call and its result. */
function opencodeMessages({ steps }: MadeSession): readonly object[] {
  const calls: string[] = []
  return steps.flatMap((step, at): object[] => {
    const created = 1_772_697_617_025 + at
    if (step.kind === 'compaction') {
      const tail = step.tail === 0 ? {} : { tail_start_id: `m-${calls.at(-1)}` }
      const info = {
        id: `s-${step.id}`,
        role: 'assistant',
        summary: true,
        finish: 'stop',
        parentID: step.id,
        time: { created },
      }
      return [
        {
          info: { id: step.id, role: 'user', time: { created } },
          parts: [{ type: 'compaction', auto: true, ...tail }],
        },
        { info, parts: [{ type: 'text', text: textOf(step.summary) }] },
      ]
    }
    if (step.kind === 'user')
      return [
        {
          info: { id: step.id, role: 'user', time: { created } },
          parts: [{ type: 'text', text: textOf(step) }],
        },
      ]
    if (step.kind === 'result') return []
    calls.push(step.id)
    const result = steps[at + 1] as Made
    const state = { status: 'completed', input: inputOf(step), output: textOf(result), time: {} }
    const parts = [{ type: 'step-start' }, { type: 'tool', callID: step.id, tool: 'use', state }]
    return [{ info: { id: `m-${step.id}`, role: 'assistant', finish: 'stop', time: { created } }, parts }]
  })
}
