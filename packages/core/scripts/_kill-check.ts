// What must hold once an episode that was killed many times has ended.
import { join } from 'node:path'
import { compileSkill } from '../src/compile-skill.ts'
import { history, openJournal, verify } from '../src/journal/index.ts'
import { memoryJournal } from '../src/journal/memory.ts'
import { runSkill } from '../src/run-skill.ts'
import { type Episode, layoutOf, openModel, openStore, openWorld, skill, wholeLines } from './_kill-world.ts'

/** How an undisturbed episode ends. */
export interface Undisturbed {
  readonly state: string
  readonly effects: readonly string[]
  /** `n digest` for each step. */
  readonly prompts: readonly string[]
}

export async function runUndisturbed(episode: Episode): Promise<Undisturbed> {
  const journal = openJournal(memoryJournal(), { skill: compileSkill(skill), id: 'kill' })
  const input = { skill, environment: openWorld(episode), model: openModel(episode), seed: 1 }
  const options = { journal, commit: episode.commit, reply: { layout: layoutOf(episode) } }
  for await (const _ of runSkill(input, options));
  const [effects, prompts] = ['effects', 'prompts'].map((name) => wholeLines(join(episode.folder, name)))
  return { state: journal.position.state.text, effects: effects ?? [], prompts: prompts ?? [] }
}

/** What is wrong; empty if nothing is. */
export function listFaults(episode: Episode, undisturbed: Undisturbed): string[] {
  const store = openStore(episode)
  try {
    const { steps } = verify(store)
    const { position } = openJournal(store, { skill: compileSkill(skill) })
    const told = [...history(store)]
    const [effects = [], prompts = []] = ['effects', 'prompts'].map((name) =>
      wholeLines(join(episode.folder, name)),
    )
    const faults: [boolean, string][] = [
      [steps === episode.horizon, `${steps} steps verified`],
      [
        position.index === episode.horizon && position.observation?.done === true,
        `ends at ${position.index}`,
      ],
      [
        told.every(({ index, action }, at) => index === at && action === `act-${at}`),
        'steps are lost or doubled',
      ],
      [position.state.text === undisturbed.state, 'the last state differs'],
      [same(effects, undisturbed.effects), 'effects are lost, doubled or others'],
      // A step whose decision was lost was asked again, with the same prompt.
      [same([...new Set(prompts)], undisturbed.prompts), 'prompts differ'],
    ]
    return faults.filter(([holds]) => !holds).map(([, fault]) => fault)
  } finally {
    store.close()
  }
}

function same(actual: readonly string[], wanted: readonly string[]): boolean {
  return actual.join('\n') === wanted.join('\n')
}
