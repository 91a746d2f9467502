import { isUtf8 } from 'node:buffer'
import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { SkillStateError } from '@skill-state/protocol'
import { CHAIN_LENGTH } from './record/chain.ts'
import { lastLineBreak, linesBackward, linesForward, readBlock } from './record/lines.ts'
import { closed, conflict, removed } from './record/misuse.ts'
import type { JournalStore, StoredRecord } from './store.ts'

export interface FileStoreOptions {
  /**
   * Whether each record must survive the loss of power (fdatasync), not just the end of the process. Default
   * false. Without it a loss of power may also damage records that are not the last.
   */
  readonly sync?: boolean | undefined
}

/**
 * Keeps a journal in a file of JSON lines, created if it is missing, with the chain value as the last key of
 * each line. Throws `invalid-option` if the file cannot be opened, `invalid-journal` if it is something
 * else than a journal.
 *
 * The first store that appends continues; an append by another one throws. A store knows of another writer by the end of
 * the file, which it reads before each append. Two appends at the same moment both get in; then the second is rejected
 * by its chain value when the journal is read. A file that was removed or cut meanwhile is a conflict too: the next
 * append `LOOK_EVERY` milliseconds later throws.
 */
export function createFileStore(path: string, options: FileStoreOptions = {}): JournalStore {
  return new FileStore(path, options.sync ?? false)
}

/**
 * Milliseconds between two looks whether the file is still there, and as long as it was. A look costs more than the
 * write: Linux gives a file that was looked at a new time with its next write.
 */
const LOOK_EVERY = 10

class FileStore implements JournalStore {
  readonly tornBytes: number
  readonly #path: string
  readonly #file: number
  readonly #sync: boolean
  readonly #inode: number
  /** Bytes that are whole records. */
  #end: number
  /** Bytes of the file, unless somebody else writes. */
  #size: number
  #looked = Number.NEGATIVE_INFINITY
  #closed = false

  constructor(path: string, sync: boolean) {
    this.#path = path
    this.#sync = sync
    this.#file = openFile(path)
    const { ino, size } = fstatSync(this.#file)
    this.#inode = ino
    this.#size = size
    this.#end = wholeBytes(() => this.#file, this.#size)
    this.tornBytes = this.#size - this.#end
    if (this.#end === 0 && !isBeginning(readBlock(() => this.#file, 0, BEGINNING.length))) {
      this.close()
      throw new SkillStateError('invalid-journal', `${path} is not a journal: name another file`)
    }
    if (sync && this.#size === 0) syncFolder(path)
  }

  append({ body, chain }: StoredRecord): void {
    const file = this.#open()
    this.#look(file, performance.now())
    try {
      if (this.#size > this.#end) ftruncateSync(file, this.#end)
      this.#end += writeAll(file, `${body.slice(0, -1)}${CHAIN_KEY}${chain}"}\n`)
      if (this.#sync) fdatasyncSync(file)
      this.#size = this.#end
    } catch (error) {
      this.close() // what is on disk now, only opening it again can tell
      throw error
    }
  }

  isCurrent(): boolean {
    if (this.#closed) return false
    const named = statSync(this.#path, { throwIfNoEntry: false })
    return named?.ino === this.#inode && named.size === this.#size
  }

  forward(): Iterable<StoredRecord> {
    return records(linesForward(() => this.#open(), this.#end))
  }

  backward(): Iterable<StoredRecord> {
    return records(linesBackward(() => this.#open(), this.#end))
  }

  close(): void {
    if (!this.#closed) closeSync(this.#file)
    this.#closed = true
  }

  #look(file: number, now: number): void {
    if (now - this.#looked >= LOOK_EVERY) {
      const { nlink, size } = fstatSync(file)
      if (nlink === 0) throw removed(this.#path)
      if (size < this.#size) throw conflict(this.#path)
      this.#looked = now
    }
    if (hasByte(file, this.#size)) throw conflict(this.#path)
  }

  #open(): number {
    if (this.#closed) throw closed(this.#path)
    return this.#file
  }
}

const next = Buffer.alloc(1)

/** Whether the file has a byte at a place. */
function hasByte(file: number, place: number): boolean {
  return readSync(file, next, 0, 1, place) > 0
}

/** Writes a text, and gives its number of bytes. A system whose disk is full takes a part, and then says why. */
function writeAll(file: number, text: string): number {
  let written = writeSync(file, text)
  if (written === Buffer.byteLength(text)) return written
  const bytes = Buffer.from(text)
  while (written < bytes.length) written += writeSync(file, bytes, written)
  return written
}

const BEGINNING = '{"open":'
const CHAIN_KEY = ',"chain":"'
const LINE_END = '"}'

function* records(lines: Iterable<Buffer>): Generator<StoredRecord, void, undefined> {
  for (const line of lines) yield readLine(line)
}

function readLine(line: Buffer): StoredRecord {
  const text = line.toString()
  const at = text.length - CHAIN_KEY.length - CHAIN_LENGTH - LINE_END.length
  const whole = text.startsWith(CHAIN_KEY, at) && text.endsWith(LINE_END) && isUtf8(line)
  if (!whole) return { body: text, chain: '' }
  return { body: `${text.slice(0, at)}}`, chain: text.slice(at + CHAIN_KEY.length, -LINE_END.length) }
}

/** A last line is torn if it has no line break, or holds NUL: a page that was never written. JSON text has none. */
function wholeBytes(file: () => number, size: number): number {
  const end = lastLineBreak(file, size) + 1
  if (end < size || end === 0) return end
  const start = lastLineBreak(file, end - 1) + 1
  return readBlock(file, start, end).includes(0) ? start : end
}

function isBeginning(bytes: Buffer): boolean {
  return BEGINNING.startsWith(bytes.toString('latin1'))
}

function openFile(path: string): number {
  try {
    return openSync(path, 'a+')
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new SkillStateError('invalid-option', `the journal cannot be opened: ${reason}`, { cause })
  }
}

/** Makes the name of a new file survive the loss of power. Windows cannot open folders, and needs no such call. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(dirname(path), 'r')
  fsyncSync(folder)
  closeSync(folder)
}
