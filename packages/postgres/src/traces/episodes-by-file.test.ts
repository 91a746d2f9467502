import { type Episode, episodeName } from '@skill-state/eval'
import { expect, test } from 'vitest'
import { episodesByFile } from './episodes-by-file.ts'
import { fileOf } from './postgres-traces.ts'

const episode = (benchmark: string, task: string, runtime: string): Episode =>
  ({
    benchmark: { id: benchmark },
    task: { id: task },
    runtime: { id: runtime },
    model: { id: 'm' },
  }) as Episode

test('finds each episode by the name of its trace, and none by another', () => {
  const episodes = [
    episode('b@1', 't1', 'r'),
    episode('b@1', 't1', 'r~s'),
    episode('b@1', 't1~r', 't'),
    episode('b@1', 'a/b 100 %~', 'r'),
    episode('c@1', 't1', 'r'),
  ]
  const find = episodesByFile(episodes)
  expect(episodes.map((each) => find(fileOf(episodeName(each))))).toEqual(episodes)
  const others = ['episodes/b%401/t2~r~m.jsonl', 'episodes/b%401/t1~other~m.jsonl', '%.jsonl']
  expect(others.map(find)).toEqual([undefined, undefined, undefined])
})
