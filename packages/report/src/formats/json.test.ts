import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fullReport } from '../../test/full-report.ts'
import { reportJson } from './json.ts'

test('report.json has a version, and the page about it names every field', () => {
  const json = JSON.parse(reportJson(fullReport()))
  const page = readFileSync(new URL('../../../../docs/report-format.md', import.meta.url), 'utf8')
  expect(json.format).toBe(1)
  const fields = [...Object.keys(json), ...json.rows.flatMap(Object.keys)]
  for (const field of new Set(fields)) expect(page).toContain(`\`${field}\``)
})
