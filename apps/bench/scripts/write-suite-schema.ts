// Writes suite.schema.json, which editors check suite files by, from the schema that `bench run` checks them by.
//
//   node --conditions=@skill-state/source apps/bench/scripts/write-suite-schema.ts
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suiteJsonSchema } from '@skill-state/suite'

const file = join(import.meta.dirname, '..', 'suite.schema.json')
writeFileSync(file, `${JSON.stringify(suiteJsonSchema(), undefined, 2)}\n`)
