import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import type { ToolCall } from '../../episode.ts'
import { field, numberField, objectsIn, textField, words } from '../../import/formats/parts/fields.ts'
import type { SessionFormat, SessionMessage, SessionReader, Tape } from '../session.ts'
import { Chain } from './chain.ts'
import { NumberMap } from './number-map.ts'
import { callsIn, keyOf, OpenCall, sessionUsage, stringsIn, textIn } from './parts.ts'

/** `~/.claude/projects/<folder>/<session>.jsonl`. The vendor calls the format internal: all of it is observed. */
export const claudeCode: SessionFormat = {
  id: 'claude-code',
  tested: '2.1.220',
  recognises: (record) =>
    ('parentUuid' in record && 'uuid' in record) ||
    (record.type === 'summary' && 'leafUuid' in record) ||
    (record.type === 'file-history-snapshot' && 'snapshot' in record) ||
    (HIDDEN.has(textField(record, 'type') ?? '') && 'sessionId' in record),
  reader: (tape) => new ClaudeCode(tape),
}

/** Kinds of records that the model never sees. */
const HIDDEN = words(
  'summary ai-title custom-title last-prompt file-history-snapshot file-history-delta queue-operation mode permission-mode pr-link continued-in history-suppression cost-state content-replacement agent-name progress',
)

const CONVERSATION = words('user assistant system attachment')

class ClaudeCode implements SessionReader {
  readonly #tape: Tape
  readonly #chain = new Chain()
  /** The last record of each response that tells its usage. */
  readonly #billed = new NumberMap()
  readonly #open: OpenCall
  #live: ((number: number) => boolean) | undefined
  /** A boundary was played whose summary is still to come. */
  #isCut = false

  constructor(tape: Tape) {
    this.#tape = tape
    this.#open = new OpenCall(tape)
  }

  index(record: JsonObject, number: number): readonly ToolCall[] {
    const type = textField(record, 'type') ?? ''
    if (type === 'last-prompt') this.#chain.leaf(textField(record, 'leafUuid'))
    if (!CONVERSATION.has(type)) {
      if (!HIDDEN.has(type)) this.#tape.count(type)
      return []
    }
    const tape = this.#tape
    tape.version = textField(record, 'version') ?? tape.version
    tape.id = textField(record, 'agentId') ?? textField(record, 'sessionId') ?? tape.id
    tape.project ??= textField(record, 'cwd')
    const content = field(record, 'message', 'content')
    const calls = callsIn(content, 'tool_use', 'input')
    const id = type === 'assistant' ? textField(record, 'message', 'id') : undefined
    this.#chain.add(number, {
      id: textField(record, 'uuid'),
      parent: textField(record, 'parentUuid') ?? textField(record, 'logicalParentUuid'),
      isSide: record.isSidechain === true,
      isFresh: record.isCompactSummary === true || record.subtype === 'compact_boundary',
      group: id,
      asks: calls.map(({ id: call }) => call),
      answers: objectsIn(content).map((block) => textField(block, 'tool_use_id')),
    })
    const isBilled = isJsonObject(field(record, 'message', 'usage')) && record.isSidechain !== true
    if (isBilled && id !== undefined) this.#billed.set(keyOf(id), number)
    return calls
  }

  play(record: JsonObject, number: number): void {
    this.#live ??= this.#chain.resolve()
    const id = record.type === 'assistant' ? textField(record, 'message', 'id') : undefined
    if (id !== undefined && this.#billed.get(keyOf(id)) === number)
      this.#tape.bill(sessionUsage(field(record, 'message', 'usage'), USAGE))
    if (!this.#live(number)) return
    const time = textField(record, 'timestamp')
    if (record.type === 'assistant') this.#assistant(record, number, time)
    else if (record.type === 'user') this.#user(record, number, time)
    else if (record.type === 'attachment') this.#attachment(field(record, 'attachment'), number)
    else if (record.type === 'system') this.#system(record, time)
  }

  end(): void {
    this.#open.close()
  }

  #assistant(record: JsonObject, number: number, time: string | undefined): void {
    const message = field(record, 'message')
    // What the host itself says in the model's name is on the screen alone.
    if (!isJsonObject(message) || message.model === '<synthetic>') return
    const id = textField(message, 'id') ?? `record ${number}`
    if (this.#open.id !== id) this.#open.close()
    const edits = field(message, 'context_management', 'applied_edits')
    if (Array.isArray(edits) && edits.length > 0)
      this.#tape.doubt('the service cleared tool results and the file does not name them', 'tool')
    this.#open.add({
      id,
      content: textIn(message.content),
      calls: callsIn(message.content, 'tool_use', 'input'),
      records: [number],
      time,
      usage: sessionUsage(message.usage, USAGE),
    })
    if (this.#chain.isLastOf(id, number)) this.#open.close()
  }

  #user(record: JsonObject, number: number, time: string | undefined): void {
    const content = field(record, 'message', 'content')
    if (record.isCompactSummary === true) {
      this.#open.close()
      if (!this.#isCut) this.#tape.cut({ kind: 'compaction', time, keep: () => [] })
      this.#isCut = false
      this.#tape.add({ role: 'summary', content: textIn(content), records: [number], time })
      return
    }
    for (const block of objectsIn(content)) {
      if (block.type !== 'tool_result') continue
      const callId = textField(block, 'tool_use_id')
      const text = textIn(block.content)
      this.#open.follow({ role: 'tool', content: text, callId, records: [number], time })
    }
    this.#open.follow({ role: 'user', content: textIn(content), records: [number], time })
  }

  #attachment(attachment: JsonValue | undefined, number: number): void {
    if (!isJsonObject(attachment)) return
    const type = textField(attachment, 'type') ?? 'unnamed'
    const add = (content: string, more: Partial<SessionMessage> = {}): void =>
      this.#open.follow({ role: 'host', content, records: [number], ...more })
    if (type === 'hook_success') {
      if (SHOWN_HOOKS.has(textField(attachment, 'hookEvent') ?? '')) add(stringsIn(attachment.stdout))
    } else if (type === 'queued_command') add(textIn(attachment.prompt), { role: 'user' })
    else if (SHOWN.has(type)) add(stringsIn(attachment))
    else {
      this.#tape.count(`attachment ${type}`)
      add(stringsIn(attachment), { unsure: 'an attachment of an unknown kind may have been shown' })
    }
  }

  #system(record: JsonObject, time: string | undefined): void {
    if (record.subtype === 'compact_boundary') {
      this.#open.close()
      const kept = this.#chain.numbersOf(preservedBy(field(record, 'compactMetadata')))
      this.#isCut = true
      this.#tape.cut({
        kind: 'compaction',
        trigger: textField(record, 'compactMetadata', 'trigger'),
        tokensBefore: numberField(record, 'compactMetadata', 'preTokens'),
        tokensAfter: numberField(record, 'compactMetadata', 'postTokens'),
        time,
        keep: (shown) => shown.filter(({ records }) => records.some((number) => kept.has(number))),
      })
    } else if (record.subtype === 'microcompact_boundary') {
      const ids = field(record, 'microcompactMetadata', 'compactedToolIds')
      if (!Array.isArray(ids)) {
        this.#tape.doubt('a micro-compaction does not name what it cleared', 'tool')
        return
      }
      const gone = new Set(ids)
      this.#tape.cut({
        kind: 'clearing',
        trigger: textField(record, 'microcompactMetadata', 'trigger'),
        tokensBefore: numberField(record, 'microcompactMetadata', 'preTokens'),
        time,
        keep: (shown) => shown.filter(({ role, callId }) => role !== 'tool' || !gone.has(callId ?? '')),
      })
    }
  }
}

/** Hooks whose plain output the model sees. */
const SHOWN_HOOKS = words('SessionStart UserPromptSubmit UserPromptExpansion')

/** Attachments that the model sees as reminders. */
const SHOWN = words(
  'hook_additional_context invoked_skills instructions file edited_text_file task_reminder todo_reminder deferred_tools_delta skill_listing plan_mode',
)

/** Which records a boundary keeps: by name, or as the ends of a segment. */
function preservedBy(
  metadata: JsonValue | undefined,
): readonly string[] | { readonly head: string; readonly tail: string } {
  if (!isJsonObject(metadata)) return []
  for (const name of ['allUuids', 'uuids']) {
    const ids = field(metadata, 'preservedMessages', name)
    if (Array.isArray(ids)) return ids.filter((id) => typeof id === 'string')
  }
  const head = textField(metadata, 'preservedSegment', 'headUuid')
  const tail = textField(metadata, 'preservedSegment', 'tailUuid')
  return head === undefined || tail === undefined ? [] : { head, tail }
}

const USAGE = {
  input: 'input_tokens',
  output: 'output_tokens',
  cached: 'cache_read_input_tokens',
  written: 'cache_creation_input_tokens',
}
