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

  /** The functions of the system, each with one of this disk for its own paths and files. */
  #files(real: Files): Files {
    const mixed = Object.entries(this.#own()).map(([name, mine]) => {
      const theirs = real[name as keyof Files] as (...given: unknown[]) => unknown
      return [
        name,
        (...given: unknown[]) => (this.#has(given[0]) ? mine(...(given as never[])) : theirs(...given)),
      ]
    })
    return { ...real, ...Object.fromEntries(mixed) }
  }

  #has(target: unknown): boolean {
    return typeof target === 'number' ? target >= FIRST : String(target).startsWith(this.#root)
  }

  #own(): Partial<Record<keyof Files, (...given: never[]) => unknown>> {
    return {
      openSync: (path: string, flags: string) => this.#openFile(path, flags),
      closeSync: (file: number) => void this.#open.delete(file),
      existsSync: (path: string) => this.#named.has(this.#enter(path).file),
      mkdirSync: (path: string) => void this.#enter(path),
      fstatSync: (file: number) => statOf(this.#opened(file).inode),
      statSync: (path: string) => statOf(this.#named.get(this.#enter(path).file)),
      readSync: (file: number, into: Buffer, offset: number, length: number, at: number | null) =>
        this.#readAt(file, into.subarray(offset, offset + length), at),
      writeSync: (file: number, data: Buffer | string, at?: number) =>
        typeof data === 'string'
          ? this.#write(file, Buffer.from(data), at)
          : this.#write(file, data.subarray(at ?? 0)),
      fdatasyncSync: (file: number) => this.#sync(file),
      fsyncSync: (file: number) => this.#sync(file),
      readFileSync: (path: string) => this.#found(this.#enter(path).file).bytes.toString(),
      writeFileSync: (path: string, text: string) => {
        const { file, owner } = this.#enter(path)
        const inode = this.#named.get(file) ?? this.#make(file)
        inode.bytes = Buffer.alloc(0)
        this.#put(owner, inode, Buffer.from(text), 0)
      },
      readdirSync: (path: string) => {
        const folder = `${this.#enter(path).file}/`
        const names = [...this.#named.keys()].filter((name) => name.startsWith(folder))
        return names.map((name) => name.slice(folder.length))
      },
      rmSync: (path: string) => {
        const { file } = this.#enter(path)
        this.#found(file).links = 0
        this.#named.delete(file)
      },
      lock: (path: string) => this.#lock(path),
    }
  }

  /** Begins an operation of a process, which may be killed before it. */
  #enter(path: string): { readonly file: string; readonly owner: Process } {
    const [name = '', ...rest] = path.slice(this.#root.length).split('/')
    const owner = this.#processes.get(name)
    if (owner === undefined) throw new Error(`no process has the path ${path}`)
    this.#burn(owner)
    this.entered = owner
    return { file: rest.join('/'), owner }
  }

  #burn(owner: Process, last?: () => void): void {
    if (!owner.isAlive) throw new Killed()
    this.#operations += 1
    if (this.#operations > MAX_OPERATIONS) {
      this.#world.find('an operation on a file ends', `${owner.name} does ${this.#operations} steps`)
      throw new Killed()
    }
    if (owner.fuse === undefined) return
    owner.fuse -= 1
    if (owner.fuse >= 0) return
    last?.()
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
    this.#open.set(this.#next, { inode: inode ?? empty(0), owner, appends: flags === 'a+', position: 0 })
    return this.#next
  }

  #make(file: string): Inode {
    this.#numbers += 1
    const inode = empty(this.#numbers)
    this.#named.set(file, inode)
    return inode
  }

  #found(file: string): Inode {
    const inode = this.#named.get(file)
    if (inode === undefined) throw failure('ENOENT', 'no such file')
    return inode
  }

  #opened(file: number): Open {
    const open = this.#handle(file)
    this.#burn(open.owner)
    return open
  }

  #handle(file: number): Open {
    const open = this.#open.get(file)
    if (open === undefined) throw failure('EBADF', 'the file is closed')
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
    const open = this.#handle(file)
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

function empty(number: number): Inode {
  return { number, bytes: Buffer.alloc(0), durable: Buffer.alloc(0), links: 1 }
}

function statOf(inode: Inode | undefined): object | undefined {
  return inode && { ino: inode.number, size: inode.bytes.length, nlink: inode.links }
}

function failure(code: string, message: string): Error {
  return Object.assign(new Error(`${code}: ${message}`), { code })
}
