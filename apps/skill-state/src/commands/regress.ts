import { writeFileSync } from 'node:fs'
import { type Recording, regress, regressionText } from '@skill-state/agent/regress'
import { field } from '@skill-state/eval/options'
import { printableJson } from '@skill-state/protocol'
import { askedModel } from '../run/agent/find-model.ts'
import { loadAgent } from '../run/agent/load-agent.ts'
import type { RegressFlags } from '../run/options.ts'
import { regressionHtml, regressionJunit } from '../run/recordings/regression-files.ts'
import { storedSessions } from '../run/recordings/stored-sessions.ts'

/** `skill-state regress`: what another agent would do with recorded sessions. Exit code 1 if anything would be different. */
export async function regressCommand(places: readonly string[], flags: RegressFlags): Promise<number> {
  const { agent, context, close } = await loadAgent(flags.with)
  try {
    const model = await askedModel(flags)
    const options = { context, model, limits: field.limitsIn(flags) }
    const regression = await regress(agent, recordingsIn(places), options)
    process.stdout.write(flags.json ? `${printableJson(regression)}\n` : regressionText(regression))
    if (flags.junit !== undefined) writeFileSync(flags.junit, regressionJunit(regression))
    if (flags.html !== undefined) writeFileSync(flags.html, regressionHtml(regression))
    return regression.differences.length === 0 && regression.asked?.stopped === undefined ? 0 : 1
  } finally {
    await close()
  }
}

async function* recordingsIn(places: readonly string[]): AsyncGenerator<Recording> {
  for (const place of places)
    for await (const { name, records, results } of storedSessions(place)) yield { name, records, results }
}
