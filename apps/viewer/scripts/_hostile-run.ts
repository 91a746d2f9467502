import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openRunFolder, openTraceFile, type TraceLine, tracePath } from '@skill-state/eval'

/** What a page must never do with a text. Each would set `window.hacked`, open a dialog or ask for another address. */
export const HOSTILE: readonly string[] = [
  '<script>window.hacked = 1; alert(1)</script>',
  '<img src=x onerror="window.hacked = 2; alert(2)">',
  '<svg onload="window.hacked = 3">',
  '<a href="javascript:window.hacked = 4">click</a>',
  'javascript:window.hacked=5',
  '"><iframe src="https://example.com/"></iframe>',
  '</pre></section><style>body{display:none}</style>',
  '[link](https://example.com/x.png) ![image](https://example.com/y.png)',
  '\u001b]8;;https://example.com\u0007click\u001b]8;;\u0007 \u001b[31mred\u001b[2J',
  '\u202egnp.exe\u202c \u2066isolate\u2069 zero\u200bwidth \ufeffmark',
  'line\u2028separator\u2029paragraph\u0085next',
  'null\u0000byte \ud800 half',
  '{{constructor.constructor("window.hacked=6")()}} <%= window.hacked=7 %>',
]

const VARIANT = '"><img src=x onerror=alert(12)>'
const TEXT = HOSTILE.join('\n')

/**
 * Writes a run whose texts are all hostile: names, observations, replies, issues, keys and values of the state, and one
 * observation of a million characters on one line.
 */
export function writeHostileRun(source: string, out: string): void {
  const conditions = JSON.parse(readFileSync(join(source, 'run.json'), 'utf8'))
  const [series] = conditions.series
  const benchmark = `<b onclick=alert(8)>@1`
  const model = { ...conditions.model, id: '<img src=x onerror=alert(9)>', notice: TEXT }
  const recorded = {
    ...conditions,
    experiment: '<script>window.hacked = 10</script>',
    series: [
      {
        ...series,
        benchmark: { id: benchmark, instructions: TEXT, initialState: {}, schema: { type: 'object' } },
        variants: [VARIANT],
      },
    ],
    runtimes: [{ id: 'skill-state', options: { attempts: 3 } }],
    model,
    episodes: 1,
  }
  const folder = openRunFolder(out, recorded)
  const episode = { benchmark, task: '<script>alert(11)</script>', runtime: 'skill-state', model: model.id }
  const trace = openTraceFile(tracePath(folder, episode))
  for (const line of linesOf(episode)) trace.record(line)
  trace.close()
}

function* linesOf(episode: {
  benchmark: string
  task: string
  runtime: string
  model: string
}): Generator<TraceLine> {
  yield {
    kind: 'episode',
    format: 1,
    ...episode,
    variant: VARIANT,
    seed: 1,
    horizon: 3,
  }
  yield { kind: 'reset', observation: { text: TEXT, done: false } }
  for (const index of [0, 1, 2]) {
    const patch = JSON.parse(PATCHES[index] ?? '{}')
    const action = `<script>alert(13)</script> ${index}`
    yield {
      kind: 'call',
      step: index,
      promptHash: '<script>alert(14)</script>',
      promptChars: 10,
      reply: `${TEXT}\n\`\`\`json\n${JSON.stringify({ state_patch: patch, action })}\n\`\`\``,
      finishReason: 'stop',
      model: '<script>alert(15)</script>',
      usage: {},
      durationMs: 1,
    }
    yield {
      kind: 'step',
      index,
      rejections: [
        { mistake: 'schema', issues: [{ path: `/<img src=x onerror=alert(16)>`, message: TEXT }] },
      ],
      fallback: false,
      notes: [{ path: '', message: TEXT }],
      patch,
      action,
      stateHash: 'none',
      result: { text: index === 1 ? 'x<b>'.repeat(250_000) : TEXT, done: index === 2 },
      durationMs: 1,
    }
  }
  yield {
    kind: 'end',
    status: 'terminated',
    outcome: { reward: 0, metrics: { '<script>alert(17)</script>': 1 } },
  }
}

/** Keys that could reach a prototype, or an address, are keys like others. */
const PATCHES = [
  '{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}},"toString":"no","a/b~c":"pointer"}',
  '{"<img src=x onerror=alert(18)>":"<script>alert(19)</script>","hasOwnProperty":[1,"<b>"]}',
  '{"__proto__":{"polluted":"again"},"valueOf":null,"\\u202ereversed":"\\u2028"}',
]
