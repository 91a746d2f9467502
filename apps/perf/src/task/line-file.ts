import { hash } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { createFolder } from './folder.ts'

/** Takes one line at a time, each handed to the operating system before it returns. */
export type Write = (line: string) => void

/** Where lines go while something runs; they are removed afterwards. */
export type Lines = (run: (write: Write) => Promise<unknown>) => Promise<void>

export const inFile: Lines = async (run) => {
  using folder = createFolder()
  const file = openSync(folder.file('lines.jsonl'), 'w')
  await run((line) => void writeSync(file, `${line}\n`))
  closeSync(file)
}

/** The same as rows of a SQLite database, each in a transaction of its own. */
export const inRows: Lines = async (run) => {
  using folder = createFolder()
  const database = new DatabaseSync(folder.file('lines.db'))
  database.exec(`PRAGMA page_size = 2048; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
    CREATE TABLE line (seq INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT`)
  const insert = database.prepare('INSERT INTO line (body) VALUES (?)')
  await run((line) => void insert.run(line))
  database.close()
}

/** The same lines, each with a digest of all up to it. */
export function chained(write: Write): Write {
  let digest = ''
  return (line) => {
    digest = hash('sha256', digest + line, 'base64url').slice(0, 22)
    write(line + digest)
  }
}
