/**
 * Writes the tables of the page on costs, or checks them: what the input of six sessions costs in each layout, by a simulated cache
 * of the provider, and what readers take for something else. `pnpm costs [--check]`
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { billTables, readerTable } from './tables.ts'

const page = fileURLToPath(new URL('../../../../docs/guides/costs.md', import.meta.url))
const before = readFileSync(page, 'utf8')
const text = Object.entries({ bills: billTables(), readers: readerTable() }).reduce(
  (all, [name, table]) =>
    all.replace(
      new RegExp(`(<!-- ${name}: by pnpm costs -->\n).*?(\n<!-- end -->)`, 's'),
      (_, begin: string, end: string) => `${begin}\n${table}\n${end}`,
    ),
  before,
)
if (!process.argv.includes('--check')) writeFileSync(page, text)
else if (text !== before) {
  process.stderr.write(
    'docs/guides/costs.md differs from what `pnpm costs` computes. Fix: run it without --check.\n',
  )
  process.exitCode = 1
}
