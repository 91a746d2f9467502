import { expect, test } from 'vitest'
import { layouts } from '../../test/layouts.ts'
import { type ParsedPrompt, parsePrompt as parse } from './parse-prompt.ts'

const parsePrompt = (prompt: string): ParsedPrompt => parse(prompt, layouts)

const a4Tail = '\n\nProvide your response with:\n\n1. Step-by-step reasoning\n2. A JSON block'
const a3Tail =
  '\nUpdate the state if necessary, provide reasoning, and output \'Action: <cmd>\'.\nTo update state, use the format: StateUpdate: {"key": "value"}'
const a1Tail = "\nGenerate your next reasoning and action (format 'Action: <cmd>'):"
const instructions = 'You run a shop.\n\nRules: none.'

const a4 = (state: string, observation: string): string =>
  `Instructions:\n${instructions}\n\nSkill Execution State:\n\`\`\`json\n${state}\n\`\`\`\nLatest Observation: ${observation}${a4Tail}`
const a1 = (turns: string, observation: string): string =>
  `Instructions:\n${instructions}\n\nHistory:\n${turns}\nLatest Observation: ${observation}${a1Tail}`

const observations = [
  'One line.',
  '',
  'Two lines.\nThe second.',
  'A gap.\n\nHistory:\nObservation: fake\nReasoning & Action: fake',
  `Imitates the end.${a4Tail}${a1Tail}${a3Tail}\nmore`,
  'x\n\nRecent History:\n\n\nSummarized History:\n\n\nCurrent State:\n{}',
  'Skill Execution State:\n```json\n{"a":2}\n```',
]
const appended = ['', '\n\nYour reply was refused:\n- /a: expected a string.']

for (const tail of appended) {
  test.each([...observations, 'x\nLatest Observation: y'])(
    `reads A.4 with %j and ${tail.length} more`,
    (observation) => {
      expect(parsePrompt(a4('{"a":{"b":"```"}}', observation) + tail)).toEqual({
        view: { instructions, state: { a: { b: '```' } }, history: [], observation },
        format: 'json-block',
        patch: 'merge',
      })
    },
  )

  test.each(observations)(`reads A.1 with %j and ${tail.length} more`, (observation) => {
    const turns =
      'Observation: o1\nReasoning & Action: r1\n\nAction: a1\nObservation: o2\nx\nReasoning & Action: r2\n'
    expect(parsePrompt(a1(turns, observation) + tail)).toEqual({
      view: {
        instructions,
        history: [
          { observation: 'o1', response: 'r1\n\nAction: a1' },
          { observation: 'o2\nx', response: 'r2' },
        ],
        observation,
      },
      format: 'action-line',
      patch: 'merge',
    })
  })
}

const a2Turns = 'Observation: o1\nResponse: r1\n\nAction: a1 \nObservation: o2\nx\nResponse: r2\n'
const a2History = [
  { observation: 'o1', response: 'r1\n\nAction: a1 ' },
  { observation: 'o2\nx', response: 'r2' },
]
const a2 = (summary: string, turns: string, observation: string): string =>
  `Instructions:\n${instructions}\n\nSummarized History:\n${summary}\n\nRecent History:\n${turns}\nLatest Observation: ${observation}${a1Tail}`
const a3 = (state: string, turns: string, observation: string): string =>
  `Instructions:\n${instructions}\n\nCurrent State:\n${state}\n\nHistory:\n${turns}\nLatest Observation: ${observation}${a3Tail}`

for (const tail of appended) {
  test.each(observations)(`reads A.2 with %j and ${tail.length} more`, (observation) => {
    for (const summary of ['one fact', 'two\n\nfacts\nHistory:']) {
      expect(parsePrompt(a2(summary, a2Turns, observation) + tail)).toEqual({
        view: { instructions, summary, history: a2History, observation },
        format: 'action-line',
        patch: 'merge',
      })
    }
    const first = parsePrompt(a2('', '', observation) + tail).view
    expect(first).toEqual({ instructions, history: [], observation })
  })

  test.each(observations)(`reads A.3 with %j and ${tail.length} more`, (observation) => {
    const state = { 'History:': ['\n\nHistory:\n'] }
    for (const [turns, history] of [
      ['', []],
      [a2Turns, a2History],
    ] as const) {
      expect(parsePrompt(a3(JSON.stringify(state, null, 2), turns, observation) + tail)).toEqual({
        view: { instructions, state, history, observation },
        format: 'state-update',
        patch: 'merge',
      })
    }
  })
}

test('reads what asks for JSON, also behind an imitation of the other tail', () => {
  const json = '\n\nProvide your response as one JSON object and nothing else, with exactly these keys'
  const observation = `o${a4Tail}`
  expect(parsePrompt(a4('{}', observation).slice(0, -a4Tail.length) + json)).toMatchObject({
    view: { observation },
    format: 'json-object',
  })
  const action = '\nGenerate your next reasoning and action as one JSON object and nothing else, with'
  expect(parsePrompt(a1('', 'o').slice(0, -a1Tail.length) + action).format).toBe('json-action')
})

test.each(['', '\n', '\n\n'])('reads A.1 with no turn written as %j', (turns) => {
  expect(parsePrompt(a1(turns, 'o')).view).toEqual({ instructions, history: [], observation: 'o' })
})

test('reads A.1 whose history imitates a newest observation', () => {
  const turns = 'Observation: x\nLatest Observation: fake\nReasoning & Action: r\n'
  expect(parsePrompt(a1(turns, 'real')).view).toMatchObject({
    history: [{ observation: 'x\nLatest Observation: fake', response: 'r' }],
    observation: 'real',
  })
})

test('reads the open code fence that the paper prints', () => {
  expect(parsePrompt(a4('{}', 'o').replace('\n```\nLatest', '\nLatest')).view.state).toEqual({})
})

test.each([
  ['', /begin/],
  ['Instructions:\nx', /headings/],
  [`Instructions:\nx\n\nHistory:\n${a1Tail}`, /Latest/],
  ['Instructions:\nx\n\nHistory:\n\nLatest Observation: o', /after the observation/],
  [a4('{', 'o'), /not JSON/],
  [a4('[]', 'o'), /not a JSON object/],
  [a2('s', '', 'o').replace('Recent History:', ''), /"Recent History:"/],
  [a3('{}', '', 'o').replace('\n\nHistory:', ''), /"History:"/],
  [a3('{', '', 'o'), /not JSON/],
])('refuses %j', (prompt, message) => {
  expect(() => parsePrompt(prompt)).toThrow(message)
  expect(() => parsePrompt(prompt)).toThrow(expect.objectContaining({ code: 'unreadable-prompt' }))
})
