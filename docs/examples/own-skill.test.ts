import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const file = new URL('./own-skill.ts', import.meta.url)

test('the example prints each action and the state after it', () => {
  const output = execFileSync(process.execPath, ['--conditions=@skill-state/source', file.pathname], {
    encoding: 'utf8',
  })
  expect(output.split('\n')).toEqual([
    'Noted {"list":{"eggs":6}}',
    'Noted {"list":{"eggs":6,"bread":1}}',
    'Buy bread {"list":{"bread":1}}',
    '',
  ])
})

test('the README shows the example as it is', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  expect(readme).toContain(`\`\`\`ts\n${readFileSync(file, 'utf8')}\`\`\``)
})
