// Writes suite.schema.json, which editors check suite files by, from the schema that `bench run` checks them by.
//
//   node --conditions=@skill-state/source apps/bench/scripts/write-suite-schema.ts
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suiteSchema } from '@skill-state/suite'
import { registry } from '../src/registry.ts'

const file = join(import.meta.dirname, '..', 'suite.schema.json')
writeFileSync(file, `${JSON.stringify(suiteSchema(registry).json(), undefined, 2)}\n`)
