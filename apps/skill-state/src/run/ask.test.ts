import { afterEach, expect, test, vi } from 'vitest'
import { terminalAsker } from './ask.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

test('shows a person the whole action, with hidden characters by their numbers', async () => {
  let shown = ''
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    shown += String(text)
    return true
  })
  const asker = terminalAsker()
  const content = `a  b\u202e${'x'.repeat(5_000)} and delete all`
  await asker.ask({ write_file: { content } }, AbortSignal.abort())
  asker.close()
  const [, input = ''] = /^write_file (.*)$/m.exec(shown) ?? []
  expect(JSON.parse(input)).toEqual({ content })
  expect(shown).not.toContain('\u202e')
})
