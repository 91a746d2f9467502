import { type Files, files } from '@skill-state/protocol/files'
import { Killed, type Process, type World } from './world.ts'

interface Inode {
  readonly number: number
  /** What every process reads. */
  bytes: Buffer
  /** What is left if the power fails. */
  durable: Buffer
  links: number
}

interface Open {
  readonly inode: Inode
  readonly owner: Process
  readonly appends: boolean
  position: number
}

/** Operations of one schedule; many times what any needs. */
const MAX_OPERATIONS = 20_000

/** No real file has such a number. */
const FIRST = 1_000_000

/**
 * A disk that any number of processes share: the path `<root>/<process>/<file>` names a file for all, and who asks. A write
 * is seen at once by all, and survives the loss of power once it is synced. Every operation of a process may be its last.
 */
export class Disk {
  readonly #world: World
  readonly #named = new Map<string, Inode>()
  readonly #open = new Map<number, Open>()
  readonly #processes = new Map<string, Process>()
  readonly #locks = new Map<string, Process>()
  #numbers = 0
  #next = FIRST
  #operations = 0
  /** Bytes until the disk is full; undefined if it is not nearly so. */
  room: number | undefined
  /** Whether a sync returns without having written. */
  lies = false
  /** Whether files can be locked. */
  locks = true
  /** Whether the next sync fails. */
  fails = false
  /** Who named a file last. */
  entered: Process | undefined

  readonly #root: string

  /** Names that begin with `root` are on this disk. */
  constructor(world: World, root: string = '/simulated/') {
    this.#world = world
    this.#root = root
  }

  /** The folder by which a process names the files of all. */
  folderOf(process: Process): string {
    this.#processes.set(process.name, process)
    return `${this.#root}${process.name}`
  }

  release(process: Process): void {
    for (const [file, owner] of this.#locks) if (owner === process) this.#locks.delete(file)
  }

  /** Everything that was not synced is gone, but for the beginning of what was appended last. */
  losePower(): void {
    this.#locks.clear()
    for (const inode of this.#named.values()) {
      const { bytes, durable } = inode
      const kept = this.#world.choices.pick(Math.max(0, bytes.length - durable.length) + 1)
      inode.bytes = Buffer.concat([durable, bytes.subarray(durable.length, durable.length + kept)])
      inode.durable = inode.bytes
    }
  }

  /** The bytes of a file, for those who look at the disk from outside. */
  read(file: string): Buffer {
    return this.#named.get(file)?.bytes ?? Buffer.alloc(0)
  }

  /** Puts the disk in place of the system's for its paths. Returns what takes it out again. */
  install(): () => void {
    const real = { ...files }
    Object.assign(files, this.#files(real))
    return () => void Object.assign(files, real)
  }

  #files(real: Files): Files {
    const here = <T extends (...given: never[]) => unknown>(mine: T, theirs: unknown): never =>
      ((...given: Parameters<T>) => {
        const [target] = given as readonly unknown[]
        const isMine = typeof target === 'number' ? target >= FIRST : String(target).startsWith(this.#root)
        return isMine ? mine(...given) : (theirs as T)(...given)
      }) as never
    return {
      openSync: here((path: string, flags: string) => this.#openFile(path, flags), real.openSync),
      closeSync: here((file: number) => void this.#open.delete(file), real.closeSync),
      existsSync: here((path: string) => this.#named.has(this.#enter(path).file), real.existsSync),
      mkdirSync: here((path: string) => void this.#enter(path), real.mkdirSync),
      fstatSync: here((file: number) => statOf(this.#opened(file).inode), real.fstatSync),
      statSync: here((path: string) => {
        const inode = this.#named.get(this.#enter(path).file)
        return inode && statOf(inode)
      }, real.statSync),
      readSync: here(
        (file: number, into: Buffer, offset: number, length: number, at: number | null) =>
          this.#readAt(file, into.subarray(offset, offset + length), at),
        real.readSync,
      ),
      writeSync: here(
        (file: number, data: Buffer | string, at?: number) =>
          typeof data === 'string'
            ? this.#write(file, Buffer.from(data), at)
            : this.#write(file, data.subarray(at ?? 0)),
        real.writeSync,
      ),
      fdatasyncSync: here((file: number) => this.#sync(file), real.fdatasyncSync),
      fsyncSync: here((file: number) => this.#sync(file), real.fsyncSync),
      readFileSync: here((path: string) => {
        const { bytes } = this.#found(this.#enter(path).file)
        return bytes.toString()
      }, real.readFileSync),
      writeFileSync: here((path: string, text: string) => {
        const { file, owner } = this.#enter(path)
        const inode = this.#named.get(file) ?? this.#make(file)
        inode.bytes = Buffer.alloc(0)
        this.#put(owner, inode, Buffer.from(text), 0)
      }, real.writeFileSync),
      readdirSync: here((path: string) => {
        const folder = `${this.#enter(path).file}/`
        const names = [...this.#named.keys()].filter((name) => name.startsWith(folder))
        return names.map((name) => name.slice(folder.length))
      }, real.readdirSync),
      rmSync: here((path: string) => {
        const { file } = this.#enter(path)
        this.#found(file).links = 0
        this.#named.delete(file)
      }, real.rmSync),
      lock: here((path: string) => this.#lock(path), real.lock),
      closeLock: real.closeLock,
    }
  }

  /** Begins an operation of a process, which may be killed before it. */
  #enter(path: string): { readonly file: string; readonly owner: Process } {
    const [name = '', ...rest] = path.slice(this.#root.length).split('/')
    const owner = this.#processes.get(name)
    if (owner === undefined) throw new Error(`no process has the path ${path}`)
    this.#burn(owner, () => {})
    this.entered = owner
    return { file: rest.join('/'), owner }
  }

  #burn(owner: Process, last: () => void): void {
    if (!owner.isAlive) throw new Killed()
    this.#operations += 1
    if (this.#operations > MAX_OPERATIONS) {
      this.#world.find('an operation on a file ends', `${owner.name} does ${this.#operations} steps`)
      throw new Killed()
    }
    if (owner.fuse === undefined) return
    owner.fuse -= 1
    if (owner.fuse >= 0) return
    last()
    this.#world.tell(`${owner.name} is killed in the middle of an operation on its disk`)
    this.#world.kill(owner, () => false)
    this.release(owner)
    throw new Killed()
  }

  #lock(path: string): (() => void) | undefined {
    const { file, owner } = this.#enter(path)
    if (!this.locks) return () => {}
    if (this.#locks.has(file)) return undefined
    this.#locks.set(file, owner)
    return () => {
      if (this.#locks.get(file) === owner) this.#locks.delete(file)
    }
  }

  #openFile(path: string, flags: string): number {
    const { file, owner } = this.#enter(path)
    const inode = this.#named.get(file) ?? (flags === 'a+' ? this.#make(file) : undefined)
    this.#next += 1
    // A folder has nothing but a name.
    const found = inode ?? { number: 0, bytes: Buffer.alloc(0), durable: Buffer.alloc(0), links: 1 }
    this.#open.set(this.#next, { inode: found, owner, appends: flags === 'a+', position: 0 })
    return this.#next
  }

  #make(file: string): Inode {
    this.#numbers += 1
    const inode = { number: this.#numbers, bytes: Buffer.alloc(0), durable: Buffer.alloc(0), links: 1 }
    this.#named.set(file, inode)
    return inode
  }

  #found(file: string): Inode {
    const inode = this.#named.get(file)
    if (inode === undefined) throw failure('ENOENT', 'no such file')
    return inode
  }

  #opened(file: number): Open {
    const open = this.#open.get(file)
    if (open === undefined) throw failure('EBADF', 'the file is closed')
    this.#burn(open.owner, () => {})
    return open
  }

  #readAt(file: number, into: Buffer, at: number | null): number {
    const open = this.#opened(file)
    const from = at ?? open.position
    const read = open.inode.bytes.copy(into, 0, from, from + into.length)
    if (at === null) open.position += read
    return read
  }

  #write(file: number, data: Buffer, at?: number): number {
    const open = this.#open.get(file)
    if (open === undefined) throw failure('EBADF', 'the file is closed')
    const { inode, owner, appends } = open
    const place = appends ? inode.bytes.length : (at ?? open.position)
    const written = this.#put(owner, inode, data, place)
    open.position = appends ? inode.bytes.length : place + written
    return written
  }

  /** Writes as much as there is room for. A process that is killed has written a part. */
  #put(owner: Process, inode: Inode, data: Buffer, at: number): number {
    let place = at
    const put = (bytes: Buffer): void => {
      if (place > inode.bytes.length) return
      inode.bytes = Buffer.concat([
        inode.bytes.subarray(0, place),
        bytes,
        inode.bytes.subarray(place + bytes.length),
      ])
    }
    const isAtEnd = at === inode.bytes.length
    this.#burn(owner, () => put(data.subarray(0, this.#world.choices.pick(data.length + 1))))
    if (isAtEnd) place = inode.bytes.length // others may have appended meanwhile
    const grows = place + data.length - inode.bytes.length
    if (this.room === undefined || grows <= 0) {
      put(data)
      return data.length
    }
    const fits = Math.min(data.length, this.room)
    this.room -= fits
    if (fits === 0) throw failure('ENOSPC', 'no space left on device')
    put(data.subarray(0, fits))
    return fits
  }

  #sync(file: number): void {
    const { inode } = this.#opened(file)
    if (this.fails) {
      this.fails = false
      throw failure('EIO', 'i/o error')
    }
    if (!this.lies) inode.durable = inode.bytes
  }
}

function statOf({ number, bytes, links }: Inode): object {
  return { ino: number, size: bytes.length, nlink: links }
}

function failure(code: string, message: string): Error {
  return Object.assign(new Error(`${code}: ${message}`), { code })
}
