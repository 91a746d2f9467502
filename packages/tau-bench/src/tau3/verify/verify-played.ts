import { fixed, isList, type PythonDict, PythonError, type ReadonlyDict, str } from '../../python/index.ts'
import { callOf, type Fields } from '../../verify/fields.ts'
import { digestOf, type Findings } from '../../verify/findings.ts'
import type { Bank } from '../bank/bank.ts'
import { Conversation, type Turn } from '../conversation/conversation.ts'
import type { Tau3Task } from '../data/tasks.ts'
import { evaluate } from '../evaluation/evaluate.ts'
import type { Tau3Domain, World } from '../world.ts'
import { expectAnswer, expectEvaluation, expectHashes } from './verify-task.ts'

/** Makes a record's calls in a fresh world, and compares each answer and the database afterwards. */
export function verifyCalls(record: Fields, domain: Tau3Domain, task: Tau3Task, findings: Findings): void {
  const world: World & { readonly bank?: Bank } = domain.open(task)
  for (const [table, rows] of record.kwargs('patch') ?? []) {
    for (const [key, fields] of rows as ReadonlyDict) patchRow(world.bank, table, key, fields as ReadonlyDict)
  }
  for (const [index, { side, name, kwargs, fields }] of (record.parts('calls') ?? []).map(callOf).entries()) {
    const answered = world.call(side, name, kwargs)
    findings.calls += 1
    if (fields.flag('setup') !== true) expectAnswer(findings, `call ${index + 1} (${name})`, fields, answered)
  }
  expectHashes(findings, record, world)
}

/** Sets fields of a row, which is made if it is missing; null takes a field away. */
function patchRow(bank: Bank | undefined, table: string, key: string, fields: ReadonlyDict): void {
  if (bank === undefined) throw new TypeError('only banking can be patched')
  bank.add(table, key, {})
  const row = bank.database.table(table).edit(key)
  for (const [field, value] of fields as PythonDict) {
    if (value === null) row?.delete(field)
    else row?.set(field, value)
  }
}

/** Plays both sides of a recorded conversation, each turn when it is asked for. */
export function verifyEpisode(record: Fields, domain: Tau3Domain, task: Tau3Task, findings: Findings): void {
  const conversation = new Conversation(domain.open(task), {
    maxSteps: record.figure('max_steps') ?? 200,
    maxErrors: record.figure('max_errors') ?? 10,
    strict: record.flag('validate_communication') ?? false,
  })
  const raised = raisedBy(() => {
    play(conversation, record)
    const { messages, end } = conversation
    const evaluation = evaluate(domain, task, { messages, end, judged: record.flag('judge') ?? true })
    expectEvaluation(findings, 'conversation', record, evaluation)
  })
  const { messages, world, steps, errors, end } = conversation
  const answers = messages.filter((message) => message.role === 'tool')
  findings.calls += answers.length
  findings.expect('raised', firstLine(record.text('raised')), firstLine(raised))
  if (record.has('raised')) return
  findings.expect('termination_reason', record.text('termination_reason'), end)
  findings.expect('steps', record.figure('steps'), steps)
  findings.expect('errors', record.figure('errors'), errors)
  const letters = { assistant: 'A', user: 'U', tool: 'T' }
  findings.expect('roles', record.text('roles'), messages.map(({ role }) => letters[role]).join(''))
  const recorded = record.parts('tool_answers')
  findings.expect('number of answers', recorded?.length, answers.length)
  for (const [index, answer] of recorded?.entries() ?? []) {
    expectAnswer(findings, `answer ${index + 1}`, answer, answers[index])
    findings.expect(`answer ${index + 1}: side`, answer.text('requestor'), answers[index]?.requestor)
  }
  expectHashes(findings, record, world)
}

function play(conversation: Conversation, record: Fields): void {
  const turns = {
    assistant: (record.parts('agent') ?? []).map(turnOf),
    user: (record.parts('user') ?? []).map(turnOf),
  }
  const last = { assistant: { content: '(nothing more to say)' }, user: { content: '###STOP###' } }
  for (let side = conversation.next; side !== undefined; side = conversation.next)
    conversation.take(turns[side].shift() ?? last[side])
}

function turnOf(fields: Fields): Turn {
  const calls = fields.parts('tool_calls')?.map(callOf)
  return {
    content: fields.text('content'),
    calls: calls?.map(({ name, kwargs }) => ({ name, arguments: kwargs })),
  }
}

function raisedBy(run: () => void): string {
  try {
    run()
    return 'nothing'
  } catch (error) {
    if (error instanceof PythonError) return `${error.type}: ${error.message}`
    throw error
  }
}

const firstLine = (text = 'nothing'): string | undefined => text.split('\n', 1)[0]

/** The tools that the kinds of search ask. */
const searches: Readonly<Record<string, string>> = {
  bm25: 'KB_search',
  grep: 'grep',
  KB_search_bm25: 'KB_search_bm25',
}

/** Compares the documents that a search finds, their scores to four digits, and the whole answer. */
export function verifySearch(record: Fields, domain: Tau3Domain, task: Tau3Task, findings: Findings): void {
  const kind = record.required('kind', record.text('kind'))
  const name = record.required('name', record.text('name') ?? searches[kind])
  const given = Array.from(record.dict).filter(([field]) => ['query', 'pattern', 'k'].includes(field))
  const kwargs = record.kwargs('arguments') ?? (new Map(given) as PythonDict)
  const answered = domain.open(task).call('assistant', name, kwargs)
  findings.calls += 1
  expectAnswer(findings, 'answer', record, answered)
  const { content } = answered
  findings.expect('sha256 of the answer', record.text('text_sha256_32'), digestOf(content))
  const ids = Array.from(content.matchAll(/\n {3}ID: (.*)\n {3}Score: (.*)\n/g))
  findings.expect('documents', record.list('ids')?.map(str).join(), ids.map(([, id]) => id).join())
  const wanted = record.list('results')?.map((result) => {
    const [id = null, score = null] = isList(result) ? result : []
    return `${str(id)} ${fixed(Number(score), 4)}`
  })
  findings.expect('ranking', wanted?.join(), ids.map(([, id, score]) => `${id} ${score}`).join())
}
