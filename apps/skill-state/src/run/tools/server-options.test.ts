import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { emptyFolder } from '../../../test/skill-state.ts'
import { savedSignIns } from './server-options.ts'

test('keeps the sign-in of each server for the user alone, and finds it again', () => {
  const folder = emptyFolder()
  vi.stubEnv('XDG_CONFIG_HOME', folder)
  const [one, other] = ['https://one.example/mcp', 'https://other.example/mcp']
  expect(savedSignIns.read(one)).toBeUndefined()
  savedSignIns.write(one, 'first')
  savedSignIns.write(other, 'second')
  savedSignIns.write(one, 'third')
  expect([savedSignIns.read(one), savedSignIns.read(other)]).toEqual(['third', 'second'])
  const place = join(folder, 'skill-state/sign-ins')
  const modes = readdirSync(place).map((file) => statSync(join(place, file)).mode & 0o077)
  expect(modes).toEqual([0, 0])
  vi.unstubAllEnvs()
})
