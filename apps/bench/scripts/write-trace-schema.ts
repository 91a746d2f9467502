// Writes docs/trace-format.schema.json from the schema that traces are read by. Run from the root, then format it:
//   node --conditions=@skill-state/source apps/bench/scripts/write-trace-schema.ts
//   biome format --write docs/trace-format.schema.json

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { traceJsonSchema } from '@skill-state/eval'

const file = join(import.meta.dirname, '../../../docs/trace-format.schema.json')
writeFileSync(file, `${JSON.stringify(traceJsonSchema(), undefined, 2)}\n`)
