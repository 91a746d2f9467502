import { expect, test } from 'vitest'
import { called, ended, run, started } from '../../test/progress.ts'
import { jsonProgress } from './json.ts'
import { plainProgress } from './plain.ts'
import { readingProgress } from './reading.ts'
import { countText, durationText, tableLines } from './table.ts'
import { progressTally } from './tally.ts'
import { terminalProgress } from './terminal.ts'

const failure = { status: 'failed', error: { code: 'model-failed', message: 'no answer' } } as const
const load = { inFlight: 2, waiting: 1, limited: 3 }

/** Two of four episodes, the second of which was on record, and one that is under way. */
const story = [
  started('prompt'),
  called('prompt'),
  ended('prompt'),
  ended('prompt', 'recorded'),
  started('skill-state'),
]

test('the table shows each benchmark and runtime, all together, what is left, and the load on providers', () => {
  let now = 0
  const tally = progressTally([run], () => now)
  for (const event of story) tally.onEvent(0, event)
  now = 5_000
  expect(tableLines(tally, load, 120)).toEqual([
    '                           done  running  failed  truncated  calls  tokens     cost',
    'warehouse@1 · prompt        2/2        0       0          0      1    1200  $0.0030',
    'warehouse@1 · skill-state   0/2        1       0          0      0       0  $0.0000',
    'all                         2/4        1       0          0      1    1200  $0.0030',
    '5 s, about 10 s left, 2 requests in flight, 1 waiting, 3 answered with 429',
  ])
})

test('shows a limit of tokens a minute if there is one', () => {
  const tally = progressTally([run], () => 0)
  expect(tableLines(tally, { ...load, tokensPerMinute: 80_000 }, 120).at(-1)).toBe(
    '0 s, 2 requests in flight, 1 waiting, 3 answered with 429, at most 80.0k tokens a minute',
  )
})

test('on a narrow terminal names are cut in the middle, figures are not', () => {
  const lines = tableLines(
    progressTally([run], () => 0),
    undefined,
    66,
  )
  expect(lines.slice(0, 2)).toEqual([
    '              done  running  failed  truncated  calls  tokens     cost',
    'wareh…prompt   0/2        0       0          0      0       0  $0.0000',
  ])
})

test('a clock that is set back gives no time that is negative', () => {
  let now = 5_000
  const tally = progressTally([run], () => now)
  for (const event of story) tally.onEvent(0, event)
  now = 0
  expect([tally.elapsedMs(), tally.remainingMs()]).toEqual([0, 0])
})

test('on a terminal each picture takes the place of the last, and what is said stays above it', () => {
  let now = 0
  let text = ''
  const screen = { write: (part: string) => (text += part), columns: 60, rows: 24 }
  const progress = terminalProgress([run], screen, {
    clock: () => now,
    load: () => load,
    every: () => () => {},
  })
  const first = text
  const columns = first.split('\n').slice(0, -2) // the last line is a sentence
  expect(new Set(columns.map((line) => line.length))).toEqual(new Set([columns[0]?.length]))
  progress.onEvent(0, started('prompt'))
  expect(text).toBe(first)
  now = 200
  progress.onEvent(0, ended('prompt', 'played', failure))
  progress.onLine('look')
  progress.close()
  expect(text.split('\u001b[5A\r\u001b[J')).toHaveLength(4)
  expect(text).toContain('look\n')
  expect(
    Math.max(
      ...text
        .replaceAll('\u001b[5A\r\u001b[J', '')
        .split('\n')
        .map((line) => line.length),
    ),
  ).toBeLessThan(60)
})

test('elsewhere an episode is a line', () => {
  let text = ''
  const progress = plainProgress(
    [run],
    (part) => {
      text += part
    },
    () => 0,
  )
  for (const event of [...story, ended('skill-state', 'played', failure)]) progress.onEvent(0, event)
  expect(text.split('\n')).toEqual([
    '[1/4] warehouse@1 t0010-s42 prompt: terminated, score 1',
    '[2/4] warehouse@1 t0010-s42 prompt: terminated, score 1 (already recorded)',
    '[3/4] warehouse@1 t0010-s42 skill-state: failed: no answer',
    '',
  ])
})

test('of several runs a line names that of its episode', () => {
  let text = ''
  const progress = plainProgress(
    [run, { ...run, folder: 'runs/nightly/other' }],
    (part) => {
      text += part
    },
    () => 0,
  )
  progress.onEvent(1, ended('prompt', 'played'))
  expect(text).toBe('[1/4] other warehouse@1 t0010-s42 prompt: terminated, score 1\n')
})

test('a long run logs failures and at most one line in 30 seconds', () => {
  let now = 0
  let text = ''
  const episodes = Array.from({ length: 100 }, () => run.episodes[0]).filter((each) => each !== undefined)
  const progress = plainProgress(
    [{ ...run, episodes }],
    (part) => (text += part),
    () => now,
  )
  for (now = 0; now < 40_000; now += 10_000) progress.onEvent(0, ended('prompt'))
  progress.onEvent(0, ended('prompt', 'played', failure))
  expect(text.split('\n')).toEqual([
    '[4/100] warehouse@1 t0010-s42 prompt: terminated, score 1',
    '[5/100] warehouse@1 t0010-s42 prompt: failed: no answer',
    '',
  ])
})

test('programs hear each episode, and totals at most once a second', () => {
  let now = 0
  const lines: string[] = []
  const options = { clock: () => now, load: () => load }
  const progress = jsonProgress([run], (line) => lines.push(line), options)
  for (const event of story) progress.onEvent(0, event)
  now = 1_000
  progress.onEvent(0, called('skill-state'))
  progress.close()
  const events = lines.map((line) => JSON.parse(line))
  expect(events.map(({ event }) => event)).toEqual([
    'started',
    'episode-started',
    'episode-ended',
    'episode-ended',
    'episode-started',
    'totals',
    'totals',
  ])
  expect(events[3]).toMatchObject({ id: 'id-prompt', how: 'recorded', status: 'terminated', score: 1 })
  expect(events.at(-1)).toMatchObject({ done: 2, running: 1, known: 1, calls: 2, tokens: 2_400, ...load })
})

test('counts and times are short', () => {
  expect([950, 12_345, 4_500_000].map(countText)).toEqual(['950', '12.3k', '4.5M'])
  expect([45_000, 720_000, 12_000_000].map(durationText)).toEqual(['45 s', '12 min', '3 h 20 min'])
})

test('a command that reads runs says nothing for two seconds, then draws one line over itself', () => {
  const [quick, drawn] = [watch(true, 1_900), watch(true, 2_200)]
  expect(quick).toBe('')
  expect(drawn.split('\r')).toEqual([
    '',
    'noise: 20 of 30 episodes read, about 1 s left\u001b[K',
    'noise: 21 of 30 episodes read, about 1 s left\u001b[K',
    'noise: 22 of 30 episodes read, about 1 s left\u001b[K',
    '\u001b[K',
  ])
})

test('without a terminal, a command that reads runs says one line in 30 seconds', () => {
  expect(watch(false, 70_000)).toBe(
    'noise: 300 of 1000 episodes read, about 70 s left\nnoise: 600 of 1000 episodes read, about 40 s left\n',
  )
})

/** What is written while a command reads an episode in 100 ms. */
function watch(isWatched: boolean, milliseconds: number): string {
  let [now, text] = [0, '']
  const reading = readingProgress({ write: (part) => (text += part) }, () => now, isWatched)
  const hear = reading.of('noise')
  for (let read = 1; read <= milliseconds / 100; read += 1) {
    now = read * 100
    hear(read, isWatched ? 30 : 1_000)
  }
  reading.close()
  return text
}
