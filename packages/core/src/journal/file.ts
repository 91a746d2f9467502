import { dirname } from 'node:path'
import { clock, invalidOption, reasonOf, SkillStateError } from '@skill-state/protocol'
import { files } from '@skill-state/protocol/files'
import { follows, isVoid, lineOf, linesOf, readEnd, readLine } from './record/file-lines.ts'
import { lastLineBreak, NEWLINE, readBlock } from './record/lines.ts'
import { closed, conflict, removed, repairOf } from './record/misuse.ts'
import type { JournalStore, StoredRecord } from './store.ts'

interface FileStoreOptions {
  /**
   * Whether each record must survive the loss of power (fdatasync), not just the end of the process. Default
   * false. Without it a loss of power may also damage records that are not the last.
   */
  readonly sync?: boolean | undefined
}

/**
 * Keeps a journal in a file of JSON lines, created if it is missing, with the chain value as the last key of
 * each line. A line that holds NUL is no record. Throws `invalid-option` if the file cannot be opened, `invalid-journal` if it
 * is something else than a journal.
 *
 * The first store that appends continues; an append by another one throws. There is no lock that a dead process could leave:
 * the file system puts appends in an order, each store reads after its append whether it was the first, and one that was not
 * makes its line void before it throws. That is exact on a local file system, and not on a network folder such as NFS, where
 * appends may overwrite each other. A file that was removed or cut meanwhile is a conflict too: an append `LOOK_EVERY`
 * milliseconds later throws.
 */
export function openFileJournal(path: string, options: FileStoreOptions = {}): JournalStore {
  return new FileStore(path, options.sync ?? false)
}

/**
 * Milliseconds between two looks at the file before an append: whether it is there, and whether somebody else has written. A look
 * costs more than the write: Linux gives a file that was looked at a new time with its next write.
 */
const LOOK_EVERY = 10

class FileStore implements JournalStore {
  readonly tornBytes: number
  readonly repair: string
  readonly #path: string
  readonly #file: number
  readonly #sync: boolean
  readonly #inode: number
  readonly #size: number
  #end: number
  /** Up to where all after the last record is known to be void. */
  #settled: number
  /** Lines before the end that came second, and are not void yet. */
  #late: readonly number[]
  #looked = Number.NEGATIVE_INFINITY
  #closed = false

  constructor(path: string, sync: boolean) {
    this.repair = repairOf(path)
    this.#path = path
    this.#sync = sync
    this.#file = openFile(path)
    const { ino, size } = files.fstatSync(this.#file)
    this.#inode = ino
    this.#size = size
    const { end, late } = readEnd(() => this.#file, size)
    this.#end = end
    this.#settled = end
    this.#late = late
    this.tornBytes = size - end
    if (end === 0 && !isBeginning(readBlock(() => this.#file, 0, BEGINNING.length))) {
      this.close()
      throw new SkillStateError('invalid-journal', `${path} is not a journal: name another file`)
    }
    if (sync && size === 0) syncFolder(path)
  }

  append(record: StoredRecord): void {
    const file = this.#open()
    const line = lineOf(record)
    const now = clock.now()
    if (now - this.#looked >= LOOK_EVERY) this.#look(file)
    this.#looked = Number.NEGATIVE_INFINITY
    while (!this.#write(file, line));
    this.#looked = now
  }

  isCurrent(): boolean {
    if (this.#closed) return false
    const named = files.statSync(this.#path, { throwIfNoEntry: false })
    return named?.ino === this.#inode && named.size === Math.max(this.#settled, this.#size)
  }

  forward(): Iterable<StoredRecord> {
    return this.#records(this.#end, 'forward')
  }

  backward(): Iterable<StoredRecord> {
    return this.#records(this.#end, 'backward')
  }

  close(): void {
    if (!this.#closed) files.closeSync(this.#file)
    this.#closed = true
  }

  *#records(to: number, direction: 'forward' | 'backward'): Generator<StoredRecord, void, undefined> {
    const late = this.#late
    for (const { at, bytes } of linesOf(() => this.#open(), { to }, direction)) {
      if (!isVoid(bytes) && !late.includes(at)) yield readLine(bytes)
    }
  }

  /** Makes sure that no other process has continued, and that nothing after the last record can be taken for one. */
  #look(file: number): void {
    const { nlink, size } = files.fstatSync(file)
    if (nlink === 0) throw removed(this.#path)
    if (size < this.#settled) throw conflict(this.#path)
    for (const at of this.#late) this.#makeVoid(at)
    this.#late = []
    // A line that is not whole is torn, or being written: an append waits for that, and ends it.
    let end = size
    while (end > this.#settled && lastLineBreak(() => file, end) !== end - 1) {
      files.writeSync(file, '\0\n')
      end = files.fstatSync(file).size
    }
    this.#settle(end)
  }

  /** Makes the lines up to a place void that came second. Throws `journal-conflict` if one of them did not. */
  #settle(to: number): void {
    for (const { at, bytes } of linesOf(() => this.#file, { from: this.#settled, to }, 'forward')) {
      if (isVoid(bytes)) continue
      if (!this.#isLate(readLine(bytes))) throw conflict(this.#path)
      this.#makeVoid(at)
    }
    this.#settled = to
  }

  /** Whether a record follows an earlier one than the last: then another one came before it. */
  #isLate(record: StoredRecord): boolean {
    let isLast = true
    for (const { bytes } of linesOf(() => this.#file, { to: this.#end }, 'backward')) {
      if (isVoid(bytes)) continue
      if (follows(readLine(bytes), record)) return !isLast
      isLast = false
    }
    return !isLast && follows(undefined, record)
  }

  /** Appends a line. False if it has to be done again, because it came behind a line that somebody else did not finish. */
  #write(file: number, line: string): boolean {
    const piece = this.#try(() => files.writeSync(file, line))
    const isWhole = files.readSync(file, last, 0, 2, this.#settled + piece - 1) === 1 && last[0] === NEWLINE
    if (isWhole) this.#settled += piece
    else if (!this.#complete(file, Buffer.from(line), piece)) return false
    this.#end = this.#settled
    if (this.#sync) this.#try(() => files.fdatasyncSync(file))
    return true
  }

  /** Writes the rest of a line: a system whose disk is full takes a part, and then says why. False as for `#write`. */
  #complete(file: number, line: Buffer, written: number): boolean {
    let piece = written
    for (let end = piece; end < line.length; end += piece)
      piece = this.#try(() => files.writeSync(file, line, end))
    const isLonger = files.readSync(file, last, 0, 1, this.#settled + line.length) > 0
    if (isLonger) return this.#isFirst(file, line, piece)
    this.#settled += line.length
    return true
  }

  /** What to do if somebody else has written, too: the order in the file decides. Throws `journal-conflict` if it was not the line. */
  #isFirst(file: number, line: Buffer, piece: number): boolean {
    const end = endOfWrite(file)
    const isWhole = readBlock(() => file, end - line.length, end).equals(line)
    const start = end - (isWhole ? line.length : piece)
    const before = lastLineBreak(() => file, start) + 1
    const isAlone = isWhole && before === start
    try {
      this.#settle(before)
    } catch (error) {
      this.#makeVoid(start)
      throw error
    }
    if (!isAlone) this.#makeVoid(start)
    this.#settled = end
    return isAlone
  }

  #makeVoid(at: number): void {
    const file = files.openSync(this.#path, 'r+') // which writes at a place, where the other one only appends
    try {
      if (files.fstatSync(file).ino !== this.#inode) throw removed(this.#path)
      files.writeSync(file, '\0', at)
    } finally {
      files.closeSync(file)
    }
  }

  /** Writes; after an error, only opening the file again can tell what is on disk. */
  #try<T>(write: () => T): T {
    try {
      return write()
    } catch (error) {
      this.close()
      throw error
    }
  }

  #open(): number {
    if (this.#closed) throw closed(this.#path)
    return this.#file
  }
}

/** What is at the end of a file: the line break of a line that is whole and the last one. A line has no other. */
const last = Buffer.alloc(2)

/** Where the last write to the file ended: its own position is there, and what follows was written later. */
function endOfWrite(file: number): number {
  const block = Buffer.alloc(4_096)
  let after = 0
  for (;;) {
    const { size } = files.fstatSync(file)
    for (let read = 1; read > 0; after += read) read = files.readSync(file, block, 0, block.length, null)
    if (files.fstatSync(file).size === size) return size - after
  }
}

const BEGINNING = '{"open":'

/** Whether a file without a record begins as a journal does, of which a part may be void. */
function isBeginning(bytes: Buffer): boolean {
  const [begun = ''] = bytes.toString('latin1').replace(/^\0"/, '{"').split('\0')
  return BEGINNING.startsWith(begun) && (begun !== '' || bytes.length === 0)
}

function openFile(path: string): number {
  try {
    return files.openSync(path, 'a+')
  } catch (cause) {
    throw invalidOption(`the journal cannot be opened: ${reasonOf(cause)}`, { cause })
  }
}

/** Makes the name of a new file survive the loss of power. Windows cannot open folders, and needs no such call. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return
  const folder = files.openSync(dirname(path), 'r')
  files.fsyncSync(folder)
  files.closeSync(folder)
}
