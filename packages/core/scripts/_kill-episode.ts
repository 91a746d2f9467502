// Runs an episode, or continues it, to its end. Started and killed by kill.ts; its argument is an Episode.
import { compileSkill } from '../src/compile-skill.ts'
import { openJournal } from '../src/journal/index.ts'
import { runSkill } from '../src/run-skill.ts'
import { type Episode, layoutOf, openModel, openStore, openWorld, skill } from './_kill-world.ts'

const episode = JSON.parse(process.argv[2] ?? '') as Episode
const store = openStore(episode)
const journal = openJournal(store, { skill: compileSkill(skill), id: 'kill' })
process.stdout.write('ready\n')
const input = { skill, environment: openWorld(episode), model: openModel(episode), seed: 1 }
const { commit } = episode
const options = {
  journal,
  commit,
  reply: { layout: layoutOf(episode) },
  resume: { onUnknown: 'repeat' },
} as const
for await (const _ of runSkill(input, options));
store.close()
