import { expect, test } from 'vitest'
import { repairOf } from './repair-of.ts'

const nothing = { programs: [], packages: [], names: [], pinned: [] }

test('one command brings programs and packages, and what no package of the system has is named', () => {
  const lacking = { ...nothing, programs: ['mise', 'pdftotext', 'pdfinfo', 'rg', 'jq'], packages: ['pypdf'] }
  expect(repairOf(lacking, 'skill-state check it --setup')).toEqual([
    'apt-get install -y jq poppler-utils ripgrep && skill-state check it --setup',
    'install by hand what the skill needs of mise',
  ])
})

test('nothing that is missing needs no repair', () => {
  expect(repairOf(nothing, 'x')).toEqual([])
})
