import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Episode, playAsState, proposeState, readRecordings } from '@skill-state/audit'
import { certify, compileSkill } from '@skill-state/core'
import { capture } from '@skill-state/core/capture'
import type { JsonObject } from '@skill-state/protocol'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { emptyFolder, wordsOf } from '../../test/bench.ts'
import { main } from '../program.ts'
import { auditCommand } from './audit.ts'

const out = join(emptyFolder(), 'run')

beforeAll(async () => {
  const writes = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockReturnValue(true),
  )
  await main(wordsOf(`run tau-bench --set tau-bench.data=own --runtime skill-state,prompt --out ${out}`))
  for (const write of writes) write.mockRestore()
})

function traces(): readonly string[] {
  const folder = join(out, 'episodes')
  return readdirSync(folder).flatMap((each) =>
    readdirSync(join(folder, each)).map((file) => join(folder, each, file)),
  )
}

async function episodes(): Promise<readonly Episode[]> {
  const found: Episode[] = []
  for await (const recording of readRecordings(traces())) {
    if (recording.kind === 'episode') found.push(recording.episode)
  }
  return found
}

describe.each(['flat', 'keyed'] as const)('a %s state proposed from a run of our own tasks', (form) => {
  test('compiles, is bounded, and runs', async () => {
    const recorded = await episodes()
    const proposal = proposeState(recorded, { form })
    const schema = JSON.parse(proposal?.files['state.schema.json'] ?? '') as JsonObject
    const skill = { name: 'own', instructions: 'Serve.', schema, initialState: {} }
    const compiled = compileSkill(skill, { capture: capture(proposal?.fields ?? []) })
    expect(certify(compiled, { maxObservationChars: 4_000 })).toMatchObject({ bounded: true })
    const states = await Promise.all(recorded.map((episode) => playAsState(episode, proposal?.fields ?? [])))
    const last = states.flatMap((calls) => calls.slice(-1).map(({ state }) => state))
    expect(last.some((state) => Object.keys(state).length > 0)).toBe(true)
    for (const state of last) expect(compiled.validate(state)).toEqual([])
  })
})

test('a made-up id in a run is named with its source, its last place and its field', () => {
  const file = traces().find((each) => each.includes('t000') && each.includes('skill-state')) ?? ''
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  const at = lines.findIndex((line) => line.includes('"payment_method_id":"'))
  lines[at] = (lines[at] ?? '').replace(/"payment_method_id":"[^"]*"/, '"payment_method_id":"paypal_9999999"')
  writeFileSync(file, `${lines.join('\n')}\n`)
  const { lines: report } = auditCommand(out)
  const line = report.find((each) => each.includes('paypal_9999999" was never given'))
  expect(line).toMatch(
    /payment_method_id: .* last gave .* at step \d+, .*; a field "\w+" from \w+ \$\S+ would have held it/,
  )
  expect(report.at(-1)).toMatch(/: 8 episodes, \d+ wrong or impossible actions$/)
})
