import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '@skill-state/eval'
import type { Cell, FlatRow } from './rows.ts'

/** The names of all rows' columns, in the order in which they first come. */
const columnsOf = (rows: readonly FlatRow[]): readonly string[] => [...new Set(rows.flatMap(Object.keys))]

export async function writeCsv(file: string, rows: readonly FlatRow[]): Promise<string> {
  const { stringify } = await import('csv-stringify/sync')
  const columns = [...columnsOf(rows)]
  const cast = { boolean: String }
  writeWhole(file, stringify([...rows], { columns, header: true, cast, escape_formulas: true }))
  return file
}

export function writeJsonLines(file: string, rows: readonly object[]): string {
  writeWhole(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  return file
}

/** The library is loaded for this format alone. */
export async function writeParquet(file: string, rows: readonly FlatRow[]): Promise<string> {
  const { parquetWriteBuffer } = await import('hyparquet-writer')
  const columnData = columnsOf(rows).map((name) => {
    const data = rows.map((row) => row[name])
    return { name, data, type: typeOf(data), nullable: true }
  })
  writeFileSync(file, new Uint8Array(parquetWriteBuffer({ columnData })))
  return file
}

/** Every number is a double: whether a column has whole numbers alone may differ from run to run. */
function typeOf(data: readonly Cell[]): 'STRING' | 'DOUBLE' | 'BOOLEAN' {
  const kind = typeof data.find((cell) => cell !== undefined)
  return kind === 'number' ? 'DOUBLE' : kind === 'boolean' ? 'BOOLEAN' : 'STRING'
}

/** A data set as the Hugging Face hub and `datasets` read it: a card that names the files, and Parquet. */
export async function writeDataset(
  folder: string,
  title: string,
  tables: Readonly<Record<string, readonly FlatRow[]>>,
): Promise<readonly string[]> {
  const configs = Object.keys(tables).map(
    (name) => `- config_name: ${name}\n  data_files: data/${name}.parquet`,
  )
  const card = `---\nconfigs:\n${configs.join('\n')}\n---\n\n# ${title}\n\nEpisodes and steps of a run of skill-state.\n`
  mkdirSync(join(folder, 'data'), { recursive: true })
  const files = Object.entries(tables).map(([name, rows]) =>
    writeParquet(join(folder, 'data', `${name}.parquet`), rows),
  )
  const readme = join(folder, 'README.md')
  writeWhole(readme, card)
  return [readme, ...(await Promise.all(files))]
}
