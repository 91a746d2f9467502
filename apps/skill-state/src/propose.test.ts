import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Agent } from '@skill-state/agent'
import { certify, compileSkill } from '@skill-state/core'
import { scripted } from '@skill-state/models'
import type { JsonObject, Model } from '@skill-state/protocol'
import { afterEach, expect, test, vi } from 'vitest'
import { emptyFolder } from '../test/skill-state.ts'
import { main } from './command-line.ts'

afterEach(() => void vi.restoreAllMocks())

/** An episode in which a code that the user gives, and an id that a tool gives, are needed later. */
function episode(number: number): object {
  const [code, id] = [`QX-${7000 + number}`, `booking_${5000 + number}`]
  const call = (at: number, name: string, given: object) => ({ id: `c${at}`, name, arguments: given })
  return {
    task_id: String(number),
    reward_info: {},
    messages: [
      { role: 'user', content: `My code is ${code}, please.` },
      { role: 'assistant', content: 'Anything else?' },
      { role: 'user', content: 'No.' },
      { role: 'assistant', content: null, tool_calls: [call(1, 'find', { code })] },
      { role: 'tool', id: 'c1', content: JSON.stringify({ code, booking: id }), requestor: 'assistant' },
      { role: 'assistant', content: 'Shall I cancel it?' },
      { role: 'user', content: 'Yes.' },
      { role: 'assistant', content: null, tool_calls: [call(2, 'cancel', { booking: id })] },
      { role: 'tool', id: 'c2', content: 'ok', requestor: 'assistant' },
    ],
  }
}

test('propose writes a state that audit measures, and a skill whose prompt has a bound', async () => {
  const folder = emptyFolder()
  const [recordings, out] = [join(folder, 'run.jsonl'), join(folder, 'proposal')]
  writeFileSync(recordings, [1, 2, 3, 4].map((each) => JSON.stringify(episode(each))).join('\n'))
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  expect(await main(['propose', recordings, '--out', out])).toBe(0)
  expect(String(stdout.mock.lastCall?.[0])).toMatch(/Every carried need is covered/)

  stdout.mockClear()
  await main(['audit', recordings, '--fields', join(out, 'fields.json'), '--json'])
  expect(JSON.parse(stdout.mock.calls.map(([text]) => String(text)).join('')).fields).toMatchObject({
    carried: 8,
    covered: 8,
  })

  await main(['check', out])
  expect(String(stdout.mock.lastCall?.[0])).toMatch(/^bound +prompt of at most \d+ characters/m)
  const schema = JSON.parse(readFileSync(join(out, 'state.schema.json'), 'utf8'))
  const skill = { name: 's', instructions: 'Cancel.', schema, initialState: {} }
  expect(certify(compileSkill(skill), { maxObservationChars: 1000 })).toMatchObject({ bounded: true })
})

test('propose writes an agent whose runtime fills the fields', async () => {
  const folder = emptyFolder()
  const [recordings, out] = [join(folder, 'run.jsonl'), join(folder, 'proposal')]
  writeFileSync(recordings, [1, 2, 3, 4].map((each) => JSON.stringify(episode(each))).join('\n'))
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  expect(await main(['propose', recordings, '--out', out])).toBe(0)
  for (const file of ['agent.ts', 'state.ts']) {
    // The folder of the test has no packages of its own.
    const text = readFileSync(join(out, file), 'utf8').replaceAll(/from '([@a-z][^']*)'/g, (all, name) =>
      name.startsWith('node:') ? all : `from '${fileURLToPath(import.meta.resolve(name))}'`,
    )
    writeFileSync(join(out, file), text)
  }
  const { proposed } = (await import(pathToFileURL(join(out, 'agent.ts')).href)) as {
    proposed: (model: Model) => Agent<JsonObject>
  }
  const reply = (action: object): string =>
    `\`\`\`json\n${JSON.stringify({ state_patch: {}, action })}\n\`\`\``
  const agent = proposed(
    scripted([reply({ find: { code: 'QX-7123' } }), reply({ reply: 'Shall I cancel it?' })]),
  )
  expect(agent.certificate.bounded).toBe(true)
  const session = await agent.open({ id: 's' })
  for await (const _ of session.send('My code is QX-7123, please.'));
  expect(JSON.stringify(session.state)).toContain('["QX-7123"]')
})

test('propose says in one line what is missing', async () => {
  const folder = emptyFolder()
  const file = join(folder, 'run.jsonl')
  writeFileSync(file, JSON.stringify({ reward_info: {}, messages: [{ role: 'user', content: 'Hello' }] }))
  await expect(main(['propose', file, '--out', folder])).rejects.toThrow(/nothing for a state to carry/)
  await expect(main(['propose', file])).rejects.toThrow(/--out/)
})
