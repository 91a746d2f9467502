import { createHash } from 'node:crypto'
import { str } from '../../python/text/repr.ts'
import type { Fields } from '../../verify/fields.ts'
import type { Findings } from '../../verify/findings.ts'
import { loggedReads } from '../banking/world.ts'
import { greeting, type Message } from '../conversation/conversation.ts'
import type { Tau3Task, WantedAction } from '../data/tasks.ts'
import { type Evaluation, evaluate } from '../evaluation/evaluate.ts'
import type { Tau3Domain, ToolAnswer, World } from '../world.ts'

/** Plays a task's ground truth, and compares answers, hashes, prompts and what scripted agents are rewarded with. */
export function verifyTask(record: Fields, domain: Tau3Domain, task: Tau3Task, findings: Findings): void {
  const world = domain.open(task)
  expectHashes(findings, record, world, 'initial_')
  const lists = {
    reward_basis: task.basis,
    read_log_allowlist: [...loggedReads(task)].sort(),
    user_tools: domain.userTools(task).map((tool) => tool.function.name),
  }
  for (const [name, found] of Object.entries(lists))
    findings.expect(name, record.list(name)?.map(str).join(), found.join())
  const prompt = record.text('user_system_prompt_sha256')
  if (prompt !== undefined) findings.expect('user prompt', prompt, digest(domain.userPrompt(task)))
  const policy = record.text('golden_policy_sha256')
  if (policy !== undefined) findings.expect('golden policy', policy, digest(domain.policy(task)))
  const actions = record.parts('actions') ?? []
  findings.expect('number of actions', actions.length, task.actions.length)
  for (const [index, { requestor, name, arguments: kwargs }] of task.actions.entries()) {
    findings.calls += 1
    expectAnswer(
      findings,
      `action ${index + 1} (${name})`,
      actions[index],
      world.call(requestor, name, kwargs),
    )
  }
  expectHashes(findings, record, world)
  expectRewards(record, domain, task, findings)
}

function expectRewards(record: Fields, domain: Tau3Domain, task: Tau3Task, findings: Findings): void {
  const score = (actions: readonly WantedAction[], said = ''): Evaluation =>
    evaluate(domain, task, {
      messages: transcript(domain.open(task), actions, said),
      end: 'user_stop',
      judged: record.flag('judge') ?? true,
    })
  const own = task.actions.filter(({ requestor }) => requestor === 'assistant')
  const agents: Readonly<Record<string, () => Evaluation>> = {
    noop: () => score([]),
    ground_truth: () => score(task.actions, task.communicate.join(' ')),
    ground_truth_silent: () => score(task.actions),
    agent_half_only: () => score(own),
  }
  for (const [name, play] of Object.entries(agents)) {
    const recorded = record.part(name)
    if (recorded !== undefined) expectEvaluation(findings, name, recorded, play())
  }
}

function transcript(world: World, actions: readonly WantedAction[], said: string): readonly Message[] {
  const calls = actions.flatMap(({ requestor, name, arguments: kwargs }): Message[] => [
    { role: requestor, calls: [{ name, arguments: kwargs }] },
    { role: 'tool', requestor, ...world.call(requestor, name, kwargs) },
  ])
  return [{ role: 'assistant', content: greeting }, ...calls, { role: 'assistant', content: said }]
}

export function expectEvaluation(
  findings: Findings,
  what: string,
  recorded: Fields,
  { reward, breakdown, database, actions }: Evaluation,
): void {
  findings.expect(`${what}: reward`, recorded.figure('reward'), reward)
  findings.expect(`${what}: db_match`, recorded.flag('db_match'), database)
  const wanted = recorded.list('action_match')?.map((match) => match === true)
  findings.expect(`${what}: action_match`, wanted?.join(), actions.join())
  for (const [part, value] of recorded.kwargs('reward_breakdown') ?? [])
    findings.expect(`${what}: ${part}`, Number(value), new Map<string, number>(breakdown).get(part))
}

export function expectHashes(findings: Findings, record: Fields, world: World, prefix = ''): void {
  const [official, canonical] = [`${prefix}official_hash`, `${prefix}canonical_hash`]
  if (!record.has(official) && !record.has(canonical)) return
  const found = world.hashes()
  findings.expect(official, record.text(official), found.official)
  findings.expect(canonical, record.text(canonical), found.canonical)
}

export function expectAnswer(
  findings: Findings,
  what: string,
  recorded: Fields | undefined,
  answered: ToolAnswer | undefined,
): void {
  findings.expect(what, withoutLinks(recorded?.text('content')), withoutLinks(answered?.content))
  findings.expect(`${what}: error`, recorded?.flag('error'), answered?.error)
}

/** Pydantic ends a refusal with a link that names its version. */
function withoutLinks(content: string | undefined): string | undefined {
  return content?.replaceAll(/https:\/\/errors\.pydantic\.dev\/[^/]*/g, '')
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
