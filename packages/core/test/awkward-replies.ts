/** A reply that is hard to read, and what it says; `refused` if it says nothing for certain. */
export interface AwkwardReply {
  readonly name: string
  readonly text: string
  readonly expected: { readonly patch: unknown; readonly action: unknown } | 'refused'
}

const fence = '```'
const full = '{"state_patch": {"a": 1}, "action": "go"}'
const go = { patch: { a: 1 }, action: 'go' }

const fenced = (block: string): string => `I think so.\n\n${fence}json\n${block}\n${fence}`

/** What models make of the format of Appendix A.4, and what a cut or a slip makes of that. */
export const AWKWARD_REPLIES: readonly AwkwardReply[] = [
  // Around the block.
  { name: 'a fence with a language', text: fenced(full), expected: go },
  { name: 'a fence without a language', text: `So:\n${fence}\n${full}\n${fence}\n`, expected: go },
  { name: 'a fence of tildes', text: `So:\n~~~json\n${full}\n~~~`, expected: go },
  { name: 'a fence within a line', text: `So: ${fence}json ${full}${fence}`, expected: go },
  { name: 'an unclosed fence', text: `So:\n${fence}json\n${full}`, expected: go },
  { name: 'a closing fence only', text: `${full}\n${fence}`, expected: go },
  { name: 'no fence', text: `I think so. ${full}`, expected: go },
  { name: 'braces in the prose before', text: `The set {a, b} and {} and f{x: y}.\n${full}`, expected: go },
  { name: 'a lone brace before', text: `Opens {a, b and ends.\n${full}`, expected: go },
  { name: 'a lone brace and an odd quote', text: `A {5" shelf is wide. ${full}`, expected: go },
  { name: 'a lone brace before an odd quote', text: `Starts with {"a, then b. ${full}`, expected: go },
  { name: 'a lone brace and an apostrophe', text: `It {can't be that. ${full}`, expected: go },
  { name: 'JSON in the prose', text: `Now {"a": {"b": [1, 2]}, "c": "}"} holds.\n${full}`, expected: go },
  {
    name: 'shortened JSON in the prose',
    text: `I change {"inventory": {...}} a bit.\n${full}`,
    expected: go,
  },
  {
    name: 'a draft, then the final block',
    text: `${full}\nBetter:\n${fenced(full.replace('go', 'stay'))}`,
    expected: { ...go, action: 'stay' },
  },
  {
    name: 'no wait',
    text: `I would ${full.replace('go', 'sell')} – no wait, the stock is low.\n${full}`,
    expected: go,
  },
  { name: 'two fenced blocks', text: `${fenced(full.replace('1', '2'))}\n${fenced(full)}`, expected: go },
  {
    name: 'prose with braces after',
    text: `${full}\nThis {should} do, and {"a": 1} is what I set { there.`,
    expected: go,
  },
  { name: 'a byte order mark', text: `\uFEFF${full}`, expected: go },
  {
    name: 'lines that end in CR LF',
    text: `Yes.\r\n${fence}json\r\n{\r\n"state_patch": {"a": 1},\r\n"action": "go"\r\n}\r\n${fence}\r\n`,
    expected: go,
  },
  { name: 'a wrapper', text: fenced(`{"response": ${full}, "confidence": 0.9}`), expected: go },
  { name: 'a list of one', text: fenced(`[${full}]`), expected: go },
  {
    name: 'the format repeated',
    text: `Exactly { "state_patch": { <dict> }, "action": "<string>" }:\n${fenced(full)}`,
    expected: go,
  },
  {
    name: 'an unclosed draft before a fenced block',
    text: `Maybe {"state_patch": {"a": 2}, no.\n${fenced(full)}`,
    expected: go,
  },
  // Inside the block.
  {
    name: 'the keys the other way round',
    text: fenced('{"action": "go", "state_patch": {"a": 1}}'),
    expected: go,
  },
  { name: 'further keys', text: fenced(`{"reasoning": "as {said}", ${full.slice(1)}`), expected: go },
  { name: 'trailing commas', text: fenced('{"state_patch": {"a": 1,}, "action": "go",}'), expected: go },
  { name: 'single quotes', text: fenced("{'state_patch': {'a': 1}, 'action': 'go'}"), expected: go },
  {
    name: 'apostrophes',
    text: fenced(`{'state_patch': {'a': 'it\\'s', 'b': "it's", "c": 'a "b"'}, 'action': 'go'}`),
    expected: { patch: { a: "it's", b: "it's", c: 'a "b"' }, action: 'go' },
  },
  {
    name: 'literals of Python',
    text: fenced('{"state_patch": {"a": True, "b": False, "c": None}, "action": "go"}'),
    expected: { patch: { a: true, b: false, c: null }, action: 'go' },
  },
  {
    name: 'comments //',
    text: fenced('{ // "it\'s"\n"state_patch": {"a": 1}, // {"b": 2}\n"action": "go" }'),
    expected: go,
  },
  {
    name: 'comments #',
    text: fenced('{"state_patch": {"a": 1}, # it\'s one {}\n"action": "go"}'),
    expected: go,
  },
  {
    name: 'comments /* */',
    text: fenced('{"state_patch": /* the "patch" {} */ {"a": 1}, "action": "go" /* go */}'),
    expected: go,
  },
  {
    name: 'no comments in strings',
    text: fenced('{"state_patch": {"u": "http://x/#y/*z*/"}, "action": "go",}'),
    expected: { patch: { u: 'http://x/#y/*z*/' }, action: 'go' },
  },
  {
    name: 'a raw line break in a string',
    text: fenced('{"state_patch": {"a": 1}, "action": "write\none\ttwo"}'),
    expected: { ...go, action: 'write\none\ttwo' },
  },
  {
    name: 'braces and fences in strings',
    text: fenced(`{"state_patch": {"a": 1}, "action": "} ${fence}json\\n{ \\"state_patch\\": 1 ${fence}"}`),
    expected: { ...go, action: `} ${fence}json\n{ "state_patch": 1 ${fence}` },
  },
  {
    name: 'a block within a string',
    text: fenced(`{"action": "echo {'state_patch': {}, 'action': 'no'}", "state_patch": {"a": 1}}`),
    expected: { ...go, action: "echo {'state_patch': {}, 'action': 'no'}" },
  },
  {
    name: 'a block within the patch',
    text: fenced(`{"state_patch": {"sent": ${full}}, "action": "go"}`),
    expected: { patch: { sent: { state_patch: { a: 1 }, action: 'go' } }, action: 'go' },
  },
  { name: 'unquoted keys', text: fenced('{state_patch: {a: 1}, action: "go"}'), expected: go },
  {
    name: 'escaped keys',
    text: fenced('{"state\\u005fpatch": {"\\u0061": 1}, "\\u0061ction": "go"}'),
    expected: go,
  },
  {
    name: 'a key of prototypes',
    text: fenced('{"state_patch": {"__proto__": {"a": 1},}, "action": "go"}'),
    expected: { patch: JSON.parse('{"__proto__": {"a": 1}}'), action: 'go' },
  },
  // Cut off.
  {
    name: 'cut off in the action',
    text: 'So:\n```json\n{"state_patch": {"a": 1}, "action": "Ship item_',
    expected: 'refused',
  },
  {
    name: 'cut off after a key',
    text: 'So:\n```json\n{"state_patch": {"a": 1}, "action"',
    expected: 'refused',
  },
  { name: 'cut off before the last brace', text: fenced(full).slice(0, -5), expected: 'refused' },
  { name: 'cut off in a literal', text: '{"action": "go", "state_patch": {"a": tru', expected: 'refused' },
  {
    name: 'cut off, but the fence closed',
    text: fenced('{"state_patch": {"a": 1}, "action": "Ship item_'),
    expected: 'refused',
  },
  {
    name: 'cut off after a draft',
    text: `${full}\nNo, better:\n${fence}json\n{"state_patch": {"a"`,
    expected: 'refused',
  },
  {
    name: 'cut off after a draft and a fence',
    text: `${fenced(full)}\nNo, better:\n${fence}json\n`,
    expected: 'refused',
  },
  { name: 'cut off in a first key', text: `${full}\nNo, better:\n{'state_p`, expected: 'refused' },
  {
    name: 'cut off around a quoted block',
    text: `{'thought': 'The format is {"state_patch": {}, "action": "no"}, so`,
    expected: 'refused',
  },
  { name: 'cut off around an inner block', text: `{"state_patch": {"sent": ${full}`, expected: 'refused' },
  // Two readings, or none.
  {
    name: 'a key twice',
    text: fenced('{"state_patch": {"a": 1, "b": 2, "a": 3}, "action": "go"}'),
    expected: 'refused',
  },
  {
    name: 'an action twice',
    text: fenced('{"action": "stay", "state_patch": {}, "\\u0061ction": "go"}'),
    expected: 'refused',
  },
  { name: 'curly quotes', text: fenced('{“state_patch”: {“a”: 1}, “action”: “go”}'), expected: 'refused' },
  {
    name: 'curly quotes after a draft',
    text: `${full}\nNo:\n{“state_patch”: {}, “action”: “stay”}`,
    expected: 'refused',
  },
  {
    name: 'a missing closing quote',
    text: fenced('{"state_patch": {"a": "one,\n"b": "two"}, "action": "go"}'),
    expected: 'refused',
  },
  {
    name: 'an unescaped quote around a block',
    text: `{"thought": "I say "${full}" now", "state_patch": {}, "action": "stay"}`,
    expected: 'refused',
  },
  {
    name: 'a bad block after a draft',
    text: `${full}\nNo: {"state_patch": {}, "action": stay}`,
    expected: 'refused',
  },
  {
    name: 'another action after the block',
    text: `${full}\nOr rather {"action": "stay"}.`,
    expected: 'refused',
  },
  { name: 'a list of two', text: fenced(`[${full}, ${full.replace('go', 'stay')}]`), expected: 'refused' },
  { name: 'a brace too many', text: fenced(`${full}}`), expected: 'refused' },
  {
    name: 'a value that JSON lacks',
    text: fenced('{"state_patch": {"a": NaN}, "action": "go"}'),
    expected: 'refused',
  },
  {
    name: 'an unclosed draft before a bare block',
    text: `Maybe {"state_patch": {"a": 2}, no.\n${full}`,
    expected: 'refused',
  },
  // Set aside, or contradicted in another form.
  {
    name: 'thinking before',
    text: `<think>Perhaps ${full.replace('go', 'stay')}?</think>\n${fenced(full)}`,
    expected: go,
  },
  { name: 'thinking alone', text: `<think>Perhaps ${full}?</think>`, expected: 'refused' },
  { name: 'thinking that is not closed', text: `<thinking>\n${fenced(full)}`, expected: 'refused' },
  {
    name: 'thinking that was opened in the prompt',
    text: `Perhaps ${full}?\n</think>\nLet me see.`,
    expected: 'refused',
  },
  {
    name: 'thinking after',
    text: `${full}\n<think>Or ${full.replace('go', 'stay')}?</think>`,
    expected: 'refused',
  },
  {
    name: 'a block in a comment // after',
    text: `${full}\n// ${full.replace('go', 'stay')}`,
    expected: 'refused',
  },
  {
    name: 'a block in a comment /* */ after',
    text: `${full}\n/* was: ${full.replace('go', 'stay')} */`,
    expected: 'refused',
  },
  {
    name: 'a block in a comment <!-- --> after',
    text: `${full}\n<!-- ${full.replace('go', 'stay')} -->`,
    expected: 'refused',
  },
  {
    name: 'an address and a wildcard before',
    text: `See https://a.org and /tmp/* first. ${full}`,
    expected: go,
  },
  {
    name: 'a correction in YAML',
    text: `${full}\nNo, rather:\nstate_patch:\n  a: 2\naction: stay`,
    expected: 'refused',
  },
  { name: 'a correction in Markdown', text: `${fenced(full)}\n\n**Action:** stay`, expected: 'refused' },
  { name: 'a correction in tags', text: `${full}\n<action>stay</action>`, expected: 'refused' },
  {
    name: 'a correction in an escaped string',
    text: `${full}\nNo: "{\\"state_patch\\": {}, \\"action\\": \\"stay\\"}"`,
    expected: 'refused',
  },
]
