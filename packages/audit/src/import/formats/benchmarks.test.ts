import { expect, test } from 'vitest'
import { Audit } from '../../document/audit.ts'
import { formatOf, readRecord } from './index.ts'

test('STATE-Bench: each call is read with its result, before the answer', () => {
  const record = {
    conversation: [
      { role: 'system', content: 'Help travellers.' },
      { role: 'user', content: 'Cancel my flight.' },
      {
        role: 'assistant',
        content: 'BK-1000 is cancelled.',
        tool_calls: [
          { name: 'find', arguments: { user: 'user_002' }, result: { ids: ['BK-1000'] } },
          { name: 'cancel', arguments: { booking: 'BK-1000' }, result: { status: 'cancelled' } },
        ],
      },
      { role: 'user', content: 'Thanks.' },
      { role: 'assistant', content: 'You are welcome.', tool_calls: null },
    ],
  }
  const episode = readRecord(record)
  expect([formatOf(record)?.id, episode.prompt, episode.notes]).toEqual([
    'state-bench',
    'Help travellers.',
    [],
  ])
  expect(
    episode.messages.map(({ role, content, calls }) => `${role} ${calls?.[0]?.name ?? content}`),
  ).toEqual([
    'user Cancel my flight.',
    'assistant find',
    'tool {"ids":["BK-1000"]}',
    'assistant cancel',
    'tool {"status":"cancelled"}',
    'assistant BK-1000 is cancelled.',
    'user Thanks.',
    'assistant You are welcome.',
  ])
})

test('MedAgentBench: requests are calls, and POST is what writes', async () => {
  const base = 'http://localhost:8090/fhir/'
  const record = {
    task_id: 'task9_1',
    instruction: 'Check patient S3241217.',
    context: 'The code is 2823-3.',
    prompt: 'You know FHIR.\nContext: The code is 2823-3.\nQuestion: Check patient S3241217.\n',
    correct: false,
    turns: [
      {
        agent_reply: `GET ${base}Observation?code=2823-3&patient=S3241217`,
        action_kind: 'get',
        observation: '{"id": "560686"}',
      },
      {
        agent_reply: `POST ${base}ServiceRequest\n{}`,
        action_kind: 'post',
        payload: { subject: 'Patient/560686' },
        observation: 'accepted',
      },
      { agent_reply: 'FINISH(["done"])', action_kind: 'finish' },
    ],
  }
  const episode = readRecord(record)
  expect([formatOf(record)?.id, episode.reward, episode.prompt]).toEqual([
    'medagentbench',
    0,
    'You know FHIR.\nContext: \nQuestion: ',
  ])
  expect(episode.messages[0]?.content).toBe('The code is 2823-3.\nCheck patient S3241217.\n')
  expect(episode.messages.flatMap(({ calls }) => calls ?? [])).toMatchObject([
    { name: 'GET Observation', arguments: { code: '2823-3', patient: 'S3241217' } },
    { name: 'POST ServiceRequest', arguments: { subject: 'Patient/560686' } },
  ])
  expect(episode.writeTools).toEqual(['POST ServiceRequest'])
})

test('write tools are read from the annotations of MCP', async () => {
  const call = (id: string, name: string, order: string): object => ({
    id,
    function: { name, arguments: JSON.stringify({ order }) },
  })
  const record = {
    tools: [
      { name: 'read', annotations: { readOnlyHint: true } },
      { name: 'cancel', annotations: { destructiveHint: true } },
    ],
    messages: [
      { role: 'user', content: 'Cancel W1234 and W5678.' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [call('a', 'read', 'W1234'), call('b', 'cancel', 'W5678')],
      },
      { role: 'tool', tool_call_id: 'a', content: 'ok' },
      { role: 'tool', tool_call_id: 'b', content: 'ok' },
    ],
  }
  const episode = readRecord(record as never)
  const audit = new Audit()
  await audit.add(episode)
  const { all, write } = audit.document()
  expect([all.needs.sourced, write.needs.sourced]).toEqual([2, 1])
})
