import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { certify, compileSkill } from '@skill-state/core'
import { capture } from '@skill-state/core/capture'
import { expect, test } from 'vitest'
import { emptyFolder, example, path, server, skillState, someFiles } from '../test/skill-state.ts'

test('propose makes a bounded state from journals of a file server', async () => {
  const aside = emptyFolder()
  const journals = [2, 3].map((files) => ({
    journal: join(aside, `run-${files}.jsonl`),
    folder: someFiles(files),
  }))
  for (const { journal, folder } of journals) {
    const run = ['run', example, '--model', path('folder-model.ts'), '--journal', journal]
    const { code } = await skillState([
      ...run,
      '--mcp',
      server('filesystem', folder),
      '--task',
      'Look at your folder',
    ])
    expect(code).toBe(0)
  }
  const out = join(aside, 'proposal')
  const proposed = await skillState(['propose', ...journals.map(({ journal }) => journal), '--out', out])
  expect(proposed.code).toBe(0)
  const schema = JSON.parse(readFileSync(join(out, 'state.schema.json'), 'utf8'))
  const { fields } = JSON.parse(readFileSync(join(out, 'fields.json'), 'utf8'))
  const skill = compileSkill(
    { name: 's', instructions: 'Take it.', schema, initialState: {} },
    { capture: capture(fields) },
  )
  expect(proposed.stdout).toContain('Every carried need is covered.')
  expect(certify(skill, { maxObservationChars: 4_000 })).toMatchObject({ bounded: true })
})
