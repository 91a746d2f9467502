import { promptLayouts } from '@skill-state/baselines'
import { reference } from '@skill-state/models'
import { isJsonObject, type JsonValue, type Player, type PromptView } from '@skill-state/protocol'
import { randomNumbers } from '@skill-state/protocol/conformance'
import { stateRecall } from '@skill-state/skillexecbench'
import { registry } from '../src/registry.ts'

/** How often the distracted reader errs: assumptions, the same for every runtime. */
export const rates = {
  /** It believes a caller without authority. */
  believes: 0.3,
  /** It deletes an entry that nothing is about, in a step. */
  slips: 0.01,
  /** It leaves an entry out that it should copy, for each entry of a state that it writes anew. */
  leavesOut: 0.01,
} as const

export interface Retention {
  /** Facts that the state held rightly before a step and not after it, without the ledger saying so. */
  readonly lost: number
  /** Deletions that the ledger asked for. */
  readonly legitimate: number
  /** Of these, the ones that did not happen. */
  readonly blocked: number
}

/** Lets a distracted reader play state-recall by a runtime, and counts what its state loses. */
export async function retentionOf(
  runtime: string,
  { seeds, horizon }: { readonly seeds: readonly number[]; readonly horizon: number },
): Promise<Retention> {
  const total = { lost: 0, legitimate: 0, blocked: 0 }
  for (const task of stateRecall.tasks({ seeds, horizons: [horizon] })) {
    const { player, skill } = stateRecall
    if (player === undefined) throw new Error('state-recall has no player')
    const model = reference(distracted(player, runtime === 'state-rewrite', task.seed), promptLayouts)
    const environment = stateRecall.open(task)
    const ledger = new Map<string, string>()
    let before = new Map<string, JsonValue>()
    for await (const step of registry
      .findRuntime(runtime)
      .run({ skill, environment, model, seed: task.seed })) {
      const [, opened = '', rate = ''] =
        /ledger (?:opens|changes the rate of) (\w+) (?:with rate|to) (\d+)/.exec(step.observation) ?? []
      const [, closed = ''] = /ledger closes (\w+)\./.exec(step.observation) ?? []
      if (opened !== '') ledger.set(opened, rate)
      ledger.delete(closed)
      const after = heldIn(step.state?.toJSON().rates)
      for (const [account, right] of ledger) {
        if (account !== opened && before.get(account) === right && after.get(account) !== right)
          total.lost += 1
      }
      if (before.has(closed)) {
        total.legitimate += 1
        if (after.has(closed)) total.blocked += 1
      }
      before = after
    }
  }
  return total
}

/** The player with slips, which a seed fixes. */
function distracted(player: Player, copies: boolean, seed: number): Player {
  const chance = randomNumbers(seed)
  return {
    decide(view: PromptView) {
      const decision = player.decide(view)
      const written = heldIn(decision.patch?.rates)
      const others = [...heldIn(view.state?.rates).keys()].filter((account) => !written.has(account))
      const slips = new Map<string, JsonValue>()
      if (copies) for (const account of others) if (chance() < rates.leavesOut) slips.set(account, null)
      const [first] = others
      if (first !== undefined && chance() < rates.slips) slips.set(first, null)
      const [, claimed, rate = ''] =
        /caller insists that the rate of (\w+) was always (\d+)/.exec(view.observation) ?? []
      if (claimed !== undefined && chance() < rates.believes) slips.set(claimed, rate)
      return { ...decision, patch: { rates: Object.fromEntries([...slips, ...written]) } }
    },
  }
}

function heldIn(value: JsonValue | undefined): Map<string, JsonValue> {
  return new Map(Object.entries(isJsonObject(value) ? value : {}))
}
