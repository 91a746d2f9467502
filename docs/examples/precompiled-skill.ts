import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compileSkill } from '@skill-state/core'
import { precompile } from '@skill-state/core/precompile'
import { z } from 'zod'

const skill = {
  name: 'counter',
  instructions: 'Count.',
  schema: z.strictObject({ count: z.int().min(0) }),
  initialState: { count: 0 },
}
const folder = mkdtempSync(join(tmpdir(), 'counter-'))
const file = join(folder, 'counter.schema.mjs')

// When the program is built:
writeFileSync(file, precompile(skill))

// When it runs:
const { schema } = await import(pathToFileURL(file).href)
console.log(JSON.stringify(compileSkill({ ...skill, schema }).validate({ count: -1 })))
rmSync(folder, { recursive: true })
