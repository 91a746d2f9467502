import { expect, test } from 'vitest'
import { args, writeData } from '../../../test/tau3/small-data.ts'
import type { Side } from '../data/tasks.ts'
import { loadTau3 } from '../load.ts'
import type { World } from '../world.ts'

const domain = loadTau3(writeData(), 'banking_knowledge', { variant: 'no_knowledge' })
const [first, second] = domain.tasks
if (first === undefined || second === undefined) throw new Error('the small data has two tasks')

const call = (world: World, name: string, object: object, side: Side = 'assistant') =>
  world.call(side, name, args(object))
const callHidden = (world: World, name: string, source: string) =>
  call(world, 'call_discoverable_agent_tool', { agent_tool_name: name, arguments: source })
const unlock = (world: World, name: string) =>
  call(world, 'unlock_discoverable_agent_tool', { agent_tool_name: name })

test('a tool that documents name must be unlocked before it is called', () => {
  const world = domain.open(first)
  expect(callHidden(world, 'freeze_debit_card_3892', '{"card_id": "d1"}').content).toContain(
    'has not been unlocked',
  )
  expect(unlock(world, 'freeze_debit_card_3892').content).toContain(
    '  - card_id: string (required) - the card_id',
  )
  expect(callHidden(world, 'freeze_debit_card_3892', '{"card_id": "d1"}').content).toContain('Status: FROZEN')
  expect(callHidden(world, 'freeze_debit_card_3892', '{"card_id": "d1"}').content).toBe(
    "Error: Debit card 'd1' is already frozen.",
  )
})

test('what Python raises is an error, what a tool returns is not', () => {
  const world = domain.open(first)
  expect(call(world, 'change_user_email', { user_id: 'u1' })).toEqual({
    content: "Error: KnowledgeTools.change_user_email() missing 1 required positional argument: 'new_email'",
    error: true,
  })
  expect(call(world, 'change_user_email', { user_id: 'nobody', new_email: 'x' })).toEqual({
    content: "Error: User with ID 'nobody' not found.",
    error: false,
  })
  expect(call(world, 'nothing', {})).toEqual({ content: "Error: Tool 'nothing' not found.", error: true })
  expect(call(world, 'get_current_time', { requestor: 'x' }).content).toContain("argument 'requestor'")
})

test('numbers in JSON text are floats, and JSON errors name the place', () => {
  const world = domain.open(first)
  unlock(world, 'transfer_funds_between_bank_accounts_7291')
  const transfer = (source: string) =>
    callHidden(world, 'transfer_funds_between_bank_accounts_7291', source).content
  expect(transfer('{"source_account_id": "a1", "destination_account_id": "a2", "amount": 30}')).toContain(
    '(new balance: $70.00)',
  )
  expect(transfer('{"a" 1}')).toBe(
    "Error: Invalid JSON in arguments: Expecting ':' delimiter: line 1 column 6 (char 5)",
  )
  expect(transfer('[1]')).toContain('argument after ** must be a mapping, not list')
})

test('a quote in a look-up breaks the JSON that it is pasted into, or adds a constraint', () => {
  const world = domain.open(first)
  const find = (user_id: string) => call(world, 'get_user_information_by_id', { user_id }).content
  expect(find('u1')).toContain("Found 1 record(s) in 'users':")
  expect(find('x"y')).toContain('Error: Invalid JSON: Expecting')
  expect(find('x", "user_id": "u1')).toContain('Ada Lund')
  expect(find('u1", "name__startswith": "B')).toBe("No records found in 'users'.")
})

test('the user can call what the agent gave, and the call is logged with its arguments', () => {
  const world = domain.open(second)
  const deposit = {
    discoverable_tool_name: 'deposit_check_3847',
    arguments: '{"account_id": "a1", "check_amount": 25}',
  }
  expect(call(world, 'call_discoverable_user_tool', deposit, 'user').content).toContain('has not been given')
  call(world, 'give_discoverable_user_tool', { discoverable_tool_name: 'deposit_check_3847' })
  const answer = call(world, 'call_discoverable_user_tool', deposit, 'user').content
  expect(answer).toContain('"check_amount": 25.0')
  expect(answer).toContain('Previous Balance: $7.50')
})

test('reads change no hash, writes do, and worlds do not share them', () => {
  const [one, two] = [domain.open(first), domain.open(first)]
  const before = one.hashes()
  call(one, 'get_user_information_by_id', { user_id: 'u1' })
  expect(one.hashes()).toEqual(before)
  call(one, 'change_user_email', { user_id: 'u1', new_email: 'x@example.com' })
  expect(one.hashes().official).not.toBe(before.official)
  expect(two.hashes()).toEqual(before)
})
