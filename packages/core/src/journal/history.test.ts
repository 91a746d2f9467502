import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fuzzRuns } from '../../test/fuzz-runs.ts'
import { compiled, operations, run } from '../../test/plain-journal.ts'
import { history, stateAt } from './history.ts'
import { openJournal } from './open-journal.ts'
import { verify } from './verify.ts'

it('has every state and step that a plain record has', () => {
  const law = fc.property(operations, (list) => {
    const { store, journal, plain } = run(list)
    const { line, undone } = plain
    expect(journal.id).toBe(plain.undos === 0 ? 'a' : `a~${plain.undos}`)
    expect(journal.position.index).toBe(line.length)
    expect(new Set(plain.numbers).size).toBe(plain.numbers.length)
    expect(journal.position.observation?.text).toBe(line.at(-1)?.text ?? 'O first')
    for (let index = 0; index <= line.length; index += 1) {
      expect(JSON.stringify(stateAt(store, index))).toBe(plain.stateAt(index))
    }
    for (const index of [-1, 0.5, line.length + 1]) {
      expect(() => stateAt(store, index)).toThrow(`expected a step from 0 to ${line.length}, found ${index}`)
    }
    const told = [...history(store)]
    expect(told.map(({ action }) => action)).toEqual(told.map((_, number) => `act ${number}`))
    const taken = told.filter((step) => step.undone).map(({ action }) => action)
    expect(taken).toEqual(undone.toSorted((a, b) => a - b).map((number) => `act ${number}`))
    const current = told.filter((step) => !step.undone)
    expect(current.map(({ index }) => index)).toEqual(line.map((_, index) => index))
    expect(current.map(({ result }) => result.text)).toEqual(line.map(({ text }) => text))
    expect(current.slice(1).map(({ observation }) => observation)).toEqual(
      current.slice(0, -1).map(({ result }) => result),
    )
    expect(verify(store)).toMatchObject({ steps: plain.steps })
  })
  fc.assert(law, { numRuns: fuzzRuns(100) })
})

it('drops a pending decision when steps are undone', () => {
  const { store, journal } = run([])
  journal.decided({ index: 0, patch: { count: 5 }, action: 'go', commit: 'before-action' })
  expect(() => stateAt(store, 1)).toThrow('expected a step from 0 to 0, found 1')
  journal.undo(0)
  expect(journal.position.pending).toBeUndefined()
  expect(journal.id).toBe('a~1')
  expect(openJournal(store, { skill: compiled }).id).toBe('a~1')
})
