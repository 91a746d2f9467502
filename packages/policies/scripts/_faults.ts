/** One change to a source that makes a policy differ from the library it follows. */
export interface Fault {
  readonly file: string
  readonly find: string
  readonly put: string
}

const clear = (find: string, put: string): Fault => ({ file: 'langchain/clear-tool-uses.ts', find, put })
const sizes = (find: string, put: string): Fault => ({ file: 'langchain/sizes.ts', find, put })
const counters = (find: string, put: string): Fault => ({ file: 'langchain/counters.ts', find, put })
const cut = (find: string, put: string): Fault => ({ file: 'langchain/cut.ts', find, put })
const buffer = (find: string, put: string): Fault => ({ file: 'langchain/buffer-string.ts', find, put })
const summary = (find: string, put: string): Fault => ({ file: 'langchain/summarization.ts', find, put })
const trim = (find: string, put: string): Fault => ({ file: 'langchain/trim-messages.ts', find, put })
const prune = (find: string, put: string): Fault => ({ file: 'ai-sdk/prune-messages.ts', find, put })
const limit = (find: string, put: string): Fault => ({ file: 'mastra/token-limiter.ts', find, put })
const tokens = (find: string, put: string): Fault => ({ file: 'mastra/tokens.ts', find, put })
const filter = (find: string, put: string): Fault => ({ file: 'mastra/tool-call-filter.ts', find, put })
const session = (find: string, put: string): Fault => ({ file: 'openai-agents/session.ts', find, put })
const working = (find: string, put: string): Fault => ({ file: 'mastra/working-memory.ts', find, put })
const agent = (find: string, put: string): Fault => ({ file: 'mastra/agent-prompt.ts', find, put })

/** Ten faults of each policy, by its name in vectors. */
export const faults: Readonly<Record<string, readonly Fault[]>> = {
  'langchain.clearToolUses': [
    clear('callerOf(given, at) !== undefined', 'given.length > 0'),
    clear('result.tool || message', 'message'),
    clear('result.cleared === true || ', ''),
    clear('const old = kept >= results.length ? []', 'const old = kept === 0 ? []'),
    clear('.reverse() : []', ' : []'),
    clear('used += countTokens([result])', 'used += approximateTokens.size(result)'),
    clear('return used > room', 'return used >= room'),
    clear('call.id === result.callId ? { ...call, arguments: {} }', 'call ? { ...call, arguments: {} }'),
    clear('for (let before = at - 1; before >= 0; before--)', 'for (let before = 0; before < at; before++)'),
    sizes('tokens >= (size.tokens ?? 0)', 'tokens > (size.tokens ?? 0)'),
  ],
  'langchain.summarization': [
    summary('const system = messages[0]?.role', 'const system = messages[1]?.role'),
    summary('messages.slice(0, cut)', 'messages.slice(system, cut)'),
    summary('allowPartial: true,', 'allowPartial: false,'),
    summary("reply.join('')).trim()", "reply.join(''))"),
    summary(
      "template.replace('{messages}', bufferString(messages))",
      "template.replace('{messages}', () => bufferString(messages))",
    ),
    cut('if (caller >= 0) return caller', 'if (caller >= 0) return caller + 1'),
    cut('(message, at) => at < cut && idsOf', '(message, at) => at < cut - 2 && idsOf'),
    cut('Math.min(low, messages.length - 1)', 'low'),
    buffer("messages.map(lineOf).join('\\n')", "messages.map(lineOf).join('\\n\\n')"),
    buffer("role === 'tool' && tool ?", "role === 'assistant' && tool ?"),
  ],
  'langchain.trimMessages': [
    trim('counter.total(size) > maxTokens', 'counter.total(size) >= maxTokens'),
    trim(
      'startOn, endOn, includeSystem = false } = options',
      'startOn, includeSystem = false } = options\n  const endOn = undefined',
    ),
    trim('given.slice(system, end).reverse()', 'given.slice(system, end)'),
    trim('[shown[0], ...shown.slice(1).reverse()]', 'shown.toReversed()'),
    trim('if (shown.length > 0) return', 'if (shown.length > 1) return'),
    trim('fromEnd ? some.reverse() : some', 'some'),
    trim('if (!fits(...shown, more)) break', 'if (!fits(more)) break'),
    trim('fromEnd ? pieces.slice(dropped) : pieces.slice(0, -dropped)', 'pieces.slice(dropped)'),
    trim('at === whole ? part.left : message', 'message'),
    counters('Math.ceil(size / 4)', 'Math.round(size / 4)'),
  ],
  'aisdk.pruneMessages': [
    prune("emptyMessages = 'remove'", "emptyMessages = 'keep'"),
    prune("reasoning === 'all' ? messages.length : messages.length - 1", 'messages.length'),
    prune('if (shown.has(`approval', 'if (shown.has(`no approval'),
    prune('shown.has(keyOf(part))) return true', 'false) return true'),
    prune('!tools.includes(name)', 'tools.includes(name)'),
    prune('content.length > 0', 'content.length > 1'),
    prune(
      "if (message.role === 'assistant') dropLoneReasoning",
      "if (message.role === 'tool') dropLoneReasoning",
    ),
    prune('if (end < following && ', 'if ('),
    prune("type === 'before-last-message' ? 1", "type === 'before-last-message' ? 2"),
    prune('tools !== undefined && name', 'tools?.[0] !== undefined && name'),
  ],
  'mastra.tokenLimiter': [
    limit('systemTokens + TOKENS_PER_REQUEST >= limit', 'systemTokens + TOKENS_PER_REQUEST > limit + 30'),
    limit('groups.toReversed()', 'groups'),
    limit("trimMode === 'contiguous'", "trimMode === 'best-fit'"),
    limit("trimMode === 'memory-only'", "trimMode === 'contiguous'"),
    limit('used + tokens <= remainingBudget', 'used + Math.ceil(tokens) <= remainingBudget'),
    limit('&& open.has(part.toolCallId)', ''),
    limit('if (answers) groups', 'if (answers && groups.length < 0) groups'),
    limit('limit - systemTokens - TOKENS_PER_REQUEST', 'limit - systemTokens'),
    tokens('TOKENS_PER_MESSAGE - TOKENS_OF_JSON * json', 'TOKENS_PER_MESSAGE'),
    tokens('text += part.toolName', "text += ''"),
  ],
  'mastra.toolCallFilter': [
    filter('filterAfterToolSteps === undefined ? newIn', 'filterAfterToolSteps === 0 ? newIn'),
    filter('const history = run.history ??', 'const history ='),
    filter('exclude.includes(part.toolName)', '!exclude.includes(part.toolName)'),
    filter('if (stays.has(part.toolCallId)) continue', ''),
    filter('if (count <= 0)', 'if (count < 0)'),
    filter('.slice(-count)', '.slice(0, count)'),
    filter('steps\n      .filter((ids) => ids.length > 0)', 'steps'),
    filter(' result:\\n', ': '),
    filter('return content.length === 0 ? []', 'return content.length < 0 ? []'),
    filter('modelOutput === null ? undefined', 'modelOutput !== null ? undefined'),
  ],
  'openai.session': [
    session('return goes[at] !== true\n', 'return goes[at] !== false\n'),
    session('&& !answered.has(item.callId)', ''),
    session('after > at &&', 'after > at + 1 &&'),
    session('return goes[next] !== true', 'return true'),
    session('newestContent(filter([...kept, ...input]))', 'filter(newestContent([...kept, ...input]))'),
    session('newestContent(filter([...kept, ...input]))', 'filter([...kept, ...input])'),
    session('[newest.get(key) ?? item]', '[item]'),
    session("item.type === 'function_call_result' || !places.has(key)", '!places.has(key)'),
    session("item.type === 'function_call_result' || !places.has(key)", 'places'),
    session("'callId' in item &&", "item.type === 'function_call' &&"),
  ],
  'openai.removeAllTools': [
    session("type === 'message' ||", "type === 'message' || type === 'reasoning' ||"),
  ],
  'openai.compactionTrigger': [
    session('candidates.length >= COMPACTION_CANDIDATES', 'candidates.length > COMPACTION_CANDIDATES'),
    session("&& item.role === 'user'", ''),
  ],
  'mastra.workingMemoryUpdate': [
    working('if (!isJsonObject(update)) return', 'if (isJsonObject(update)) return'),
    working('if (!isJsonObject(update)) return', "if (typeof update === 'number') return"),
    working('- root: Invalid', '- Invalid'),
    working(
      'return { result: invalid(update), memory: stored }',
      'return { result: invalid(update), memory: undefined }',
    ),
    working(
      'return value.map(withoutNulls)',
      'return value.map(withoutNulls).filter((each) => each !== null)',
    ),
    working('filter(([, each]) => each !== null)', 'filter(() => true)'),
    working('isJsonObject(value) ? merge(isJsonObject(old) ? old : {}, value) : value', 'value'),
    working('spaced(text) === bare', 'text === template'),
    working(' && spaced(stored) !== bare', ''),
    working("text === '' ? undefined : text", 'text'),
  ],
  'mastra.agent': [
    agent("if (message.role === 'system') continue", ''),
    agent("role === 'user' || last?.role !== 'assistant'", "role === 'user' || last !== undefined"),
    agent('if (part.result !== undefined) steps', 'if (part !== undefined) steps'),
    agent('} else if (isSilent || !isEmpty(part)) {', '} else if (part !== undefined) {'),
    agent('if (last !== undefined && isCall(last)) steps.push([])', ''),
    agent("isText && last !== undefined && isCall(last) ? ['step', part] : [part]", '[part]'),
    agent('if (places.size === 0) {', 'if (places.size < 2) {'),
    agent('places.set(index, at)\n  }', '}'),
    agent("prompt[first]?.role === 'assistant' ?", "prompt[first]?.role === 'tool' ?"),
    agent('return found.call.input', 'return {}'),
  ],
  'mastra.lastMessages': [
    agent(
      "message.role === 'tool' && last?.[0]?.role === 'tool'",
      "message.role === 'tool' && last === groups",
    ),
    agent('count === false ? stored.length', 'count === false ? 0'),
    agent('Math.max(0, stored.length - count)', 'Math.max(0, stored.length - count - 1)'),
    agent('parts: parts.map(trim)', 'parts'),
    agent('messages.filter(({ role }) => role !== ', 'messages.filter(({ role }) => role === '),
    agent('...trimmed.flatMap(modelMessages), asked]', 'asked, ...trimmed.flatMap(modelMessages)]'),
    agent('if (part.result !== undefined) steps', 'if (part !== undefined) steps'),
    agent("prompt[first]?.role === 'assistant' ?", "prompt[first]?.role === 'tool' ?"),
    agent("{ type: 'text', text: '.' }", "{ type: 'text', text: '' }"),
    agent("role === 'assistant' && parts.every(isEmpty)", "role === 'user' && parts.every(isEmpty)"),
  ],
}
