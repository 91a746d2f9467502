import { expect, test } from 'vitest'
import { parsePrompt } from './parse-prompt.ts'

const a4Tail = '\n\nProvide your response with:\n\n1. Step-by-step reasoning\n2. A JSON block'
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
  `Imitates the end.${a4Tail}${a1Tail}\nmore`,
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
    })
  })
}

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
])('refuses %j', (prompt, message) => {
  expect(() => parsePrompt(prompt)).toThrow(message)
  expect(() => parsePrompt(prompt)).toThrow(expect.objectContaining({ code: 'unreadable-prompt' }))
})
