import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'
import type { PythonDict } from '../../src/python/index.ts'
import { discoverableTools, plainTools } from '../../src/tau3/tools/index.ts'

/** The parts of a small banking folder, by path; a test may replace or leave out some. */
export function smallBank(): Record<string, string> {
  const discovery = {
    give_discoverable_user_tool: ['discoverable_tool_name', 'arguments'],
    unlock_discoverable_agent_tool: ['agent_tool_name'],
    call_discoverable_agent_tool: ['agent_tool_name', 'arguments'],
  }
  const agent = [...plainTools.assistant.values()].map(({ name, parameters }) => [name, parameters] as const)
  const agentTools = [
    ...agent,
    ...Object.entries(discovery),
    ['KB_search', ['query']],
    ['grep', ['pattern']],
  ] as const
  const userTools = [...plainTools.user.values()].map(({ name, parameters }) => [name, parameters] as const)
  const user = [
    ...userTools,
    ['call_discoverable_user_tool', ['discoverable_tool_name', 'arguments']],
  ] as const
  const names = agentTools.map(([name]) => name)
  const shown = names.filter((name) => !['KB_search', 'grep'].includes(name))
  const kinds = Object.fromEntries(
    [...agentTools, ...user].map(([name]) => [
      name,
      { type: 'x', mutates_state: !/^get|^KB|^grep|^transfer/.test(name) },
    ]),
  )
  return {
    'banking_knowledge/db.json': JSON.stringify(database),
    'banking_knowledge/tasks.json': JSON.stringify(tasks),
    'banking_knowledge/documents.jsonl': documents.map((each) => `${JSON.stringify(each)}\n`).join(''),
    'banking_knowledge/tools.json': JSON.stringify({
      agent_order: { none: shown, kb_search: names.filter((name) => name !== 'grep'), kb_search_grep: names },
      agent: Object.fromEntries(agentTools.map(([name, args]) => [name, schemaOf(name, args)])),
      user: Object.fromEntries(user.map(([name, args]) => [name, schemaOf(name, args)])),
      kinds,
    }),
    'banking_knowledge/discoverable.json': JSON.stringify(discoverable()),
    'banking_knowledge/variants.json': JSON.stringify([
      { variant: 'no_knowledge', tool_set: 'none', template: 'plain.md', offline: true },
      { variant: 'golden_retrieval', tool_set: 'none', template: 'golden.md', offline: true },
      { variant: 'bm25', tool_set: 'kb_search', template: 'plain.md', offline: true },
      { variant: 'bm25_grep', tool_set: 'kb_search_grep', template: 'plain.md', offline: true },
      { variant: 'alltools', tool_set: 'kb_search', template: 'plain.md', offline: false },
    ]),
    'banking_knowledge/prompts/plain.md': 'Be kind.\n\n{{component:header}}',
    'banking_knowledge/prompts/golden.md': 'Read this:\n{{required_documents}}',
    'banking_knowledge/prompts/components/header.md': 'You serve a bank.\n',
    'banking_knowledge/prompts/user_simulation_guidelines.md': 'You are a customer.<PERSONA_GUIDELINES>',
    'banking_knowledge/prompts/user_simulation_guidelines_tools.md': 'You are a customer with tools.',
  }
}

function schemaOf(name: string, names: readonly string[]) {
  const properties = Object.fromEntries(names.map((each) => [each, { type: 'string' }]))
  return {
    type: 'function',
    function: { name, description: `The tool ${name}.`, parameters: { type: 'object', properties } },
  }
}

function discoverable() {
  return (['assistant', 'user'] as const).flatMap((side) =>
    [...discoverableTools[side].values()].map(({ name, parameters, defaults }) => ({
      side: side === 'user' ? 'user' : 'agent',
      name,
      mutates_state: !name.startsWith('get_'),
      parameters: parameters.map((each) => ({ name: each })),
      info: {
        description: `Does ${name}.`,
        parameters: Object.fromEntries(
          parameters.map((each) => [
            each,
            { type: 'string', description: `the ${each}`, required: !Object.hasOwn(defaults, each) },
          ]),
        ),
      },
    })),
  )
}

const database = {
  users: { data: { u1: { name: 'Ada Lund', user_id: 'u1', email: 'ada@example.com' } }, notes: 'people' },
  accounts: {
    data: {
      a1: {
        account_id: 'a1',
        user_id: 'u1',
        class: 'checking',
        status: 'OPEN',
        current_holdings: '100.00',
        date_opened: '01/01/2020',
      },
      a2: {
        account_id: 'a2',
        user_id: 'u1',
        class: 'savings',
        status: 'OPEN',
        current_holdings: '5.00',
        date_opened: '01/01/2020',
      },
    },
    notes: '',
  },
  debit_cards: { data: { d1: { card_id: 'd1', account_id: 'a1', status: 'ACTIVE' } }, notes: '' },
}

const documents = [
  { id: 'doc_1', title: 'Freezing', content: 'Unlock freeze_debit_card_3892 to freeze a debit card.' },
  {
    id: 'doc_2',
    title: 'Transfers',
    content: 'Transfers between accounts are free. A fee is never charged.',
  },
  { id: 'doc_3', title: 'Checks', content: 'Give deposit_check_3847 to the user, who deposits the check.' },
]

const call = (requestor: string, name: string, args: object) => ({
  action_id: name,
  requestor,
  name,
  arguments: args,
  compare_args: null,
})
const tasks = [
  {
    id: 'task_001',
    user_scenario: { instructions: 'You lost your card.\n\nFreeze it.' },
    initial_state: null,
    evaluation_criteria: {
      actions: [
        call('assistant', 'unlock_discoverable_agent_tool', { agent_tool_name: 'freeze_debit_card_3892' }),
        call('assistant', 'call_discoverable_agent_tool', {
          agent_tool_name: 'freeze_debit_card_3892',
          arguments: '{"card_id": "d1"}',
        }),
      ],
      reward_basis: ['DB'],
    },
    user_tools: null,
    required_documents: ['Freezing'],
  },
  {
    id: 'task_002',
    user_scenario: { instructions: 'You hold a check.' },
    initial_state: {
      initialization_data: {
        agent_data: { accounts: { data: { a1: { current_holdings: 7.5 }, a3: { user_id: 'u1' } } } },
      },
    },
    evaluation_criteria: {
      actions: [
        call('assistant', 'give_discoverable_user_tool', { discoverable_tool_name: 'deposit_check_3847' }),
        call('user', 'call_discoverable_user_tool', {
          discoverable_tool_name: 'deposit_check_3847',
          arguments: '{"account_id": "a1", "check_amount": 25}',
        }),
      ],
      reward_basis: ['DB', 'NL_ASSERTION'],
      nl_assertions: ['The agent was kind.'],
    },
    user_tools: ['call_discoverable_user_tool'],
    required_documents: [],
  },
]

const folders: string[] = []
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** Writes the parts into a folder that is removed after the tests. */
export function writeData(parts: Readonly<Record<string, string>> = smallBank()): string {
  const folder = mkdtempSync(join(tmpdir(), 'tau3-bench-'))
  folders.push(folder)
  for (const [path, text] of Object.entries(parts)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

/** The arguments of a call. */
export function args(object: object): PythonDict {
  return new Map(Object.entries(object))
}
