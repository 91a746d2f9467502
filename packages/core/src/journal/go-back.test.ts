import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fuzzRuns } from '../../test/fuzz-runs.ts'
import { compiled, operations, perform, run } from '../../test/plain-journal.ts'
import { fork } from './go-back.ts'
import { stateAt } from './history.ts'
import { memoryJournal } from './memory.ts'
import { openJournal } from './open-journal.ts'
import { verify } from './verify.ts'
import { why } from './why.ts'

it('forks at any step into a journal that continues from there, and stays as it was', () => {
  const law = fc.property(
    operations,
    operations,
    fc.double({ min: 0, max: 1, noNaN: true }),
    (list, more, part) => {
      const { store, plain } = run(list)
      const before = [...store.forward()]
      const index = Math.round(part * plain.line.length)
      const other = memoryJournal()
      fork(store, index, other, 'b')
      let journal = openJournal(other, { skill: compiled, id: 'b' })
      expect(JSON.stringify(journal.position.state)).toBe(plain.stateAt(index))
      expect(journal.position).toMatchObject({
        index,
        observation: { text: plain.line[index - 1]?.text ?? 'O first' },
      })
      expect(why(other, '/count')).toMatchObject({ kind: 'initial', forkedFrom: { id: 'a', index } })
      for (const operation of more) {
        if (operation.kind !== 'step') continue
        journal = perform(operation, other, journal, plain)
      }
      expect(verify(other).steps).toBe(more.filter(({ kind }) => kind === 'step').length)
      expect(() => stateAt(other, index - 1)).toThrow(`expected a step from ${index} to`)
      expect([...store.forward()]).toEqual(before)
    },
  )
  fc.assert(law, { numRuns: fuzzRuns(50) })
})

it('forks only into an empty store, under another id', () => {
  const { store } = run([])
  const code = (expected: string) => expect.objectContaining({ code: expected })
  expect(() => fork(store, 0, memoryJournal(), 'a')).toThrow(code('invalid-option'))
  expect(() => fork(store, 0, run([]).store, 'b')).toThrow(code('journal-conflict'))
  expect(() => fork(memoryJournal(), 0, memoryJournal(), 'b')).toThrow(code('invalid-option'))
})

it('begins where the forked journal began, when forked before its first observation', () => {
  const store = memoryJournal()
  openJournal(store, { skill: compiled, id: 'a' })
  const other = memoryJournal()
  fork(store, 0, other, 'b')
  expect(openJournal(other, { skill: compiled }).position).toEqual({
    ...openJournal(store, { skill: compiled }).position,
    state: expect.anything(),
  })
})
