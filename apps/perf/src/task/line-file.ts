import { hash } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { createFolder } from './folder.ts'

/** Takes one line at a time, each handed to the operating system before `write` returns. */
export interface LineFile {
  readonly write: (line: string) => void
  /** Removes the file. */
  readonly close: () => void
}

export function openLineFile(): LineFile {
  const folder = createFolder()
  const file = openSync(folder.file('lines.jsonl'), 'w')
  return {
    write: (line) => {
      writeSync(file, `${line}\n`)
    },
    close: () => {
      closeSync(file)
      folder.remove()
    },
  }
}

/** The same as rows of a SQLite database, each in a transaction of its own. */
export function openRowFile(): LineFile {
  const folder = createFolder()
  const database = new DatabaseSync(folder.file('lines.db'))
  database.exec(`PRAGMA page_size = 2048; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
    CREATE TABLE line (seq INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT`)
  const insert = database.prepare('INSERT INTO line (body) VALUES (?)')
  return {
    write: (line) => {
      insert.run(line)
    },
    close: () => {
      database.close()
      folder.remove()
    },
  }
}

/** The same lines, each with a digest of all up to it. */
export function chained(write: LineFile['write']): LineFile['write'] {
  let digest = ''
  return (line) => {
    digest = hash('sha256', digest + line, 'base64url').slice(0, 22)
    write(line + digest)
  }
}
