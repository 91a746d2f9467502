import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { mersenne } from 'pure-rand/generator/mersenne'

interface MadeCall {
  readonly id: string
  readonly input: object
  readonly output: string
}

/** What happens in a made session. A turn is one response with its calls and their results. */
type Step =
  | { readonly kind: 'user'; readonly id: string; readonly text: string }
  /** A text that the model does not see. */
  | { readonly kind: 'hidden'; readonly id: string; readonly text: string }
  | { readonly kind: 'turn'; readonly id: string; readonly calls: readonly MadeCall[] }
  | {
      readonly kind: 'compaction'
      readonly id: string
      /** The turns that stay in sight. */
      readonly kept: readonly string[]
      /** Undefined if it is encrypted. */
      readonly summary: string | undefined
    }

export interface MadeSession {
  readonly steps: readonly Step[]
  /** `call value`, by verdict. */
  readonly lost: readonly string[]
  readonly unknown: readonly string[]
  readonly calls: number
}

/** How a call uses a value, by what surrounds it. */
const USES: readonly ((value: string) => object | undefined)[] = [
  (value) => ({ value }),
  (value) => (/^\d+$/.test(value) ? { port: Number(value) } : { path: value }),
  (value) => ({ command: `set -e; grep -rn "${value}" ./out 2>/dev/null | head -40 && echo done` }),
  (value) => ({ command: ['bash', '-lc', `tool --id=${value} --verbose`] }),
  (value) =>
    value.startsWith('/') ? undefined : { url: `https://quay.example/v2/items/${value}?full=true` },
  (value) => ({ body: JSON.stringify({ item: value, full: true }) }),
  (value) => ({ new_string: `const chosen = '${value}'\nexport default chosen\n` }),
]

/** How a result shows values. */
const RESULTS: readonly ((values: readonly string[]) => string)[] = [
  (values) => values.map((value) => `is (${value}).`).join(' '),
  (values) => JSON.stringify({ items: values, count: values.length }),
  (values) => JSON.stringify({ note: 'a/b', items: values }).replaceAll('/', '\\/'),
  (values) => JSON.stringify({ content: [{ type: 'text', text: values.join('\n') }] }),
  (values) => values.map((value, line) => `${line + 1}: see ${value}, then go on`).join('\r\n'),
]

/** A session of 30 turns with compactions that forget, and what they made the later calls lack. */
export function madeSession(
  seed: number,
  { tails, opaque }: { tails: boolean; opaque: boolean },
): MadeSession {
  const random = mersenne(seed)
  const upTo = (most: number): number => uniformInt(random, 0, most)
  const pick = <T>(all: readonly T[]): T => all[upTo(all.length - 1)] as T
  const steps: Step[] = []
  const facts: string[] = []
  const [lost, unknown]: [string[], string[]] = [[], []]
  let view: { readonly id: string; readonly values: readonly string[] | undefined }[] = []
  let calls = 0
  const fresh = (): string => {
    const number = facts.length
    const fact = pick([
      `k-${seed}-${number}x`,
      `/srv/a${number}/f${seed}.ts`,
      `${41_001 + 17 * number}`,
      `OST-${1000 + number}`,
    ])
    facts.push(fact)
    return fact
  }
  const say = (kind: 'user' | 'hidden', id: string, values: readonly string[]): void => {
    steps.push({ kind, id, text: values.map((value) => `Use ${value}.`).join(' ') })
    if (kind === 'user') view.push({ id, values })
  }
  const turn = (id: string): void => {
    const needed = [...new Set(Array.from({ length: 1 + upTo(2) }, () => pick(facts)))]
    const shown: string[] = [...needed]
    const made = needed.map((value): MadeCall => {
      const call = `c${++calls}`
      if (!view.some(({ values }) => values?.includes(value)))
        (view.some(({ values }) => values === undefined) ? unknown : lost).push(`${call} ${value}`)
      const gives = upTo(2) === 0 ? [pick(facts)] : [fresh(), ...(upTo(4) === 0 ? [pick(facts)] : [])]
      shown.push(...gives)
      return { id: call, input: pick(USES)(value) ?? { value }, output: pick(RESULTS)(gives) }
    })
    steps.push({ kind: 'turn', id, calls: made })
    view.push({ id, values: shown })
  }
  say('user', 'u0', [fresh(), fresh()])
  for (let at = 1; at <= 30; at++) {
    turn(`t${at}`)
    if (upTo(7) === 0) say('hidden', `h${at}`, [pick(facts), pick(facts)])
    if (upTo(5) === 0) say('user', `u${at}`, [upTo(1) === 0 ? fresh() : pick(facts)])
    if (upTo(6) !== 0) continue
    const last = view.slice(view.findLastIndex(({ id }) => !id.startsWith('t')) + 1)
    const kept = tails ? last.slice(last.length - Math.min(last.length, upTo(2))) : []
    const values = opaque ? undefined : facts.filter(() => upTo(3) === 0)
    steps.push({
      kind: 'compaction',
      id: `b${at}`,
      kept: kept.map(({ id }) => id),
      summary: values?.map((value) => `Known: ${value};`).join(' ') ?? (opaque ? undefined : 'Nothing.'),
    })
    view = [{ id: `s${at}`, values }, ...kept]
  }
  return { steps, lost, unknown, calls }
}

const time = '2026-03-09T08:00:13.439Z'

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

/** One line for each call and each result, results between the lines of a response, and texts that the model never saw. */
function claudeLines({ steps }: MadeSession): readonly object[] {
  let parentUuid: string | null = null
  const parts = new Map<string, string[]>()
  const record = (uuid: string, more: object): object => {
    const about = { isSidechain: false, sessionId: 's', version: '2.1.220', cwd: '/srv', timestamp: time }
    const line = { parentUuid, ...about, uuid, ...more }
    parentUuid = uuid
    return line
  }
  const said = (uuid: string, content: unknown, more: object = {}): object =>
    record(uuid, { type: 'user', message: { role: 'user', content }, ...more })
  return steps.flatMap((step) => {
    const before = parentUuid
    if (step.kind === 'user') return [said(step.id, step.text)]
    if (step.kind === 'hidden') {
      const side = said(`side-${step.id}`, step.text, { isSidechain: true })
      parentUuid = before
      const branch = said(step.id, step.text)
      parentUuid = before
      return [side, branch, { type: 'queue-operation', sessionId: 's', content: step.text }]
    }
    if (step.kind === 'compaction') {
      const uuids = step.kept.flatMap((id) => parts.get(id) ?? [])
      const preserved = uuids.length === 0 ? {} : { preservedMessages: { uuids } }
      parentUuid = null
      const compactMetadata = { trigger: 'auto', preTokens: 9, ...preserved }
      return [
        record(step.id, {
          type: 'system',
          subtype: 'compact_boundary',
          logicalParentUuid: before,
          compactMetadata,
        }),
        said(`s-${step.id}`, step.summary, { isCompactSummary: true, isVisibleInTranscriptOnly: true }),
      ]
    }
    const uuids: string[] = []
    parts.set(step.id, uuids)
    return step.calls.flatMap(({ id, input, output }) => {
      const content = [{ type: 'tool_use', id, name: 'use', input }]
      const asked = record(`a-${id}`, { type: 'assistant', message: { id: `m-${step.id}`, content } })
      uuids.push(`a-${id}`, `r-${id}`)
      const answer = said(`r-${id}`, [{ type: 'tool_result', tool_use_id: id, content: output }], {
        toolUseResult: { stdout: output },
      })
      parentUuid = `a-${id}`
      return [asked, answer]
    })
  })
}

/** With the screen's copies, with turns that were rolled back, and with a count of tokens after each response. */
function codexLines({ steps }: MadeSession): readonly object[] {
  const line = (type: string, payload: object): object => ({ timestamp: time, type, payload })
  const item = (payload: object): object => line('response_item', payload)
  const said = (text: string | undefined): object => ({
    type: 'message',
    role: 'user',
    content: [{ type: 'input_text', text }],
  })
  let total = 0
  return [
    line('session_meta', { id: 's', cwd: '/srv', cli_version: '0.98.0' }),
    ...steps.flatMap((step): object[] => {
      if (step.kind === 'user')
        return [item(said(step.text)), line('event_msg', { type: 'user_message', message: step.text })]
      if (step.kind === 'hidden')
        return [item(said(step.text)), line('event_msg', { type: 'thread_rolled_back', num_turns: 1 })]
      if (step.kind === 'compaction') {
        const opaque = { type: 'compaction', encrypted_content: 'ff' }
        const history = [step.summary === undefined ? opaque : said(step.summary)]
        return [line('compacted', { message: '', replacement_history: history })]
      }
      total += 100
      const usage = { input_tokens: total, output_tokens: 1 }
      return [
        ...step.calls.map(({ id, input }) =>
          item({ type: 'function_call', name: 'use', arguments: JSON.stringify(input), call_id: id }),
        ),
        ...step.calls.flatMap(({ id, output }) => [
          item({ type: 'function_call_output', call_id: id, output }),
          line('event_msg', { type: 'exec_command_end', call_id: id, stdout: output }),
        ]),
        line('event_msg', {
          type: 'token_count',
          info: { total_token_usage: usage, last_token_usage: { input_tokens: 100 } },
        }),
      ]
    }),
  ]
}

function piLines({ steps }: MadeSession): readonly object[] {
  let parentId: string | null = null
  const entry = (id: string, more: object): object => {
    const line = { id, parentId, timestamp: time, ...more }
    parentId = id
    return line
  }
  const message = (id: string, role: string, content: unknown, more: object = {}): object =>
    entry(id, { type: 'message', message: { role, content, ...more } })
  return [
    { type: 'session', version: 3, id: 's', timestamp: time, cwd: '/srv' },
    ...steps.flatMap((step): object[] => {
      const before = parentId
      if (step.kind === 'user') return [message(step.id, 'user', [{ type: 'text', text: step.text }])]
      if (step.kind === 'hidden') {
        const branch = message(step.id, 'user', step.text)
        parentId = before
        return [branch, entry(`x-${step.id}`, { type: 'custom', data: step.text })]
      }
      if (step.kind === 'compaction') {
        const [first] = step.kept
        const firstKeptEntryId = first === undefined ? step.id : first
        return [
          entry(step.id, { type: 'compaction', summary: step.summary, firstKeptEntryId, tokensBefore: 9 }),
        ]
      }
      const content = step.calls.map(({ id, input }) => ({
        type: 'toolCall',
        id,
        name: 'use',
        arguments: input,
      }))
      return [
        message(step.id, 'assistant', content),
        ...step.calls.map(({ id, output }) =>
          message(`r-${id}`, 'toolResult', [{ type: 'text', text: output }], {
            toolCallId: id,
            details: { output },
          }),
        ),
      ]
    }),
  ]
}

/** Messages of an export, of which one holds the calls of a response and their results. */
function opencodeMessages({ steps }: MadeSession): readonly object[] {
  return steps.flatMap((step, at): object[] => {
    const about = { time: { created: 1_772_697_617_025 + at } }
    const info = { id: step.id, role: 'user', ...about }
    if (step.kind === 'user') return [{ info, parts: [{ type: 'text', text: step.text }] }]
    if (step.kind === 'hidden')
      return [
        {
          info: { ...info, role: 'assistant', error: { name: 'APIError' } },
          parts: [{ type: 'text', text: step.text }],
        },
        { info: { ...info, id: `i-${step.id}` }, parts: [{ type: 'text', ignored: true, text: step.text }] },
      ]
    if (step.kind === 'compaction') {
      const [first] = step.kept
      const tail = first === undefined ? {} : { tail_start_id: first }
      const answer = {
        id: `s-${step.id}`,
        role: 'assistant',
        summary: true,
        finish: 'stop',
        parentID: step.id,
        ...about,
      }
      return [
        { info, parts: [{ type: 'compaction', auto: true, ...tail }] },
        { info: answer, parts: [{ type: 'text', text: step.summary }] },
      ]
    }
    const tools = step.calls.map(({ id, input, output }) => ({
      type: 'tool',
      callID: id,
      tool: 'use',
      state: { status: 'completed', input, output, metadata: { output }, time: {} },
    }))
    return [
      { info: { ...info, role: 'assistant', finish: 'stop' }, parts: [{ type: 'step-start' }, ...tools] },
    ]
  })
}
