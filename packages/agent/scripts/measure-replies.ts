import { readAgentReply } from '../src/session/reply/read-reply.ts'
import { ReplyText } from '../src/session/reply/reply-text.ts'

/** What misleads a reader of replies, alone and in pairs. */
const UNITS = [
  ...[
    '"action"',
    '"reply"',
    '{',
    '}',
    '[',
    ']',
    '"',
    "'",
    ':',
    ',',
    '\\',
    '\n',
    '`',
    '```',
    '#',
    '//',
    '/*',
    '<think>',
  ],
  ...[
    '</think>',
    '{"action":',
    '{"action":{"reply":"',
    '{"name":"',
    ' ',
    '-',
    '<',
    '\\u0061',
    '{"a":[',
    'action',
    '>',
  ],
]
const SIZE = 100_000
const form = { actions: ['reply', 'refund', 'find_order'] }

/** Milliseconds of CPU to stream a text in pieces of four characters and to read it. */
function cpuOf(text: string): number {
  const begun = process.cpuUsage()
  const reply = new ReplyText((answer) => readAgentReply(`${answer}"}}`, form).ok)
  for (let at = 0; at < text.length; at += 4) reply.add(text.slice(at, at + 4))
  readAgentReply(text, form)
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1_000
}

let worst = { text: '', ms: 0 }
for (const one of UNITS)
  for (const other of ['', ...UNITS.slice(0, 12)])
    for (const head of ['', '{"state_patch": {}, "action": {"reply": "']) {
      const unit = one + other
      const ms = cpuOf(head + unit.repeat(Math.ceil(SIZE / unit.length)))
      if (ms > worst.ms) worst = { text: head + unit, ms }
    }
console.log(
  `worst of ${UNITS.length * 26} texts of ${SIZE} characters: ${Math.round(worst.ms)} ms of CPU (${JSON.stringify(worst.text)})`,
)
