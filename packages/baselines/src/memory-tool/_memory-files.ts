import { posix } from 'node:path'
import { z } from 'zod'

const ROOT = '/memories'
const NUMBER_WIDTH = 6
/** What a directory takes on most disks. */
const DIRECTORY_BYTES = 4096
const path = z.string()

const commandSchema = z.discriminatedUnion('command', [
  z.object({
    command: z.literal('view'),
    path,
    view_range: z.tuple([z.int(), z.int()]).optional(),
  }),
  z.object({ command: z.literal('create'), path, file_text: z.string() }),
  z.object({ command: z.literal('str_replace'), path, old_str: z.string(), new_str: z.string().default('') }),
  z.object({ command: z.literal('insert'), path, insert_line: z.int(), insert_text: z.string() }),
  z.object({ command: z.literal('delete'), path }),
  z.object({ command: z.literal('rename'), old_path: path, new_path: path }),
])

type Command = z.infer<typeof commandSchema>
type Of<Name extends Command['command']> = Extract<Command, { command: Name }>

/** A command that cannot be done. Its message is the answer that the model reads. */
class Rejection extends Error {}

/**
 * The files of Anthropic's memory tool `memory_20250818`, in memory: commands, answers and errors are those of
 * `BetaLocalFilesystemMemoryTool` in @anthropic-ai/sdk 1.11.0. Paths outside `/memories` are rejected.
 */
export class MemoryFiles {
  /** The text of each file, and `undefined` for a directory, by its whole path. */
  readonly #entries = new Map<string, string | undefined>([[ROOT, undefined]])

  answer(command: unknown): string {
    try {
      return this.#run(parseCommand(command))
    } catch (error) {
      if (error instanceof Rejection) return `Error: ${error.message}`
      throw error
    }
  }

  #run(command: Command): string {
    if (command.command === 'view') return this.#view(command)
    if (command.command === 'create') return this.#create(command)
    if (command.command === 'str_replace') return this.#replace(command)
    if (command.command === 'insert') return this.#insert(command)
    return command.command === 'delete' ? this.#delete(command) : this.#rename(command)
  }

  #view({ path, view_range: [first, last] = [1, -1] }: Of<'view'>): string {
    const at = placeOf(path)
    if (!this.#entries.has(at)) throw new Rejection(missing(path))
    const text = this.#entries.get(at)
    if (text === undefined) {
      const heading = `Here're the files and directories up to 2 levels deep in ${path}, excluding hidden items and node_modules:`
      return [heading, `${sizeOf(DIRECTORY_BYTES)}\t${path}`, ...this.#list(at, path, 2)].join('\n')
    }
    const from = Math.max(1, first) - 1
    const lines = text.split('\n').slice(from, last === -1 ? undefined : last)
    return `Here's the content of ${path} with line numbers:\n${numbered(lines, from)}`
  }

  #list(directory: string, shown: string, levels: number): string[] {
    const names = [...this.#entries.keys()]
      .filter((place) => place !== ROOT && posix.dirname(place) === directory)
      .map((place) => posix.basename(place))
      .filter((name) => !name.startsWith('.') && name !== 'node_modules')
    return names.sort().flatMap((name) => {
      const text = this.#entries.get(`${directory}/${name}`)
      if (text !== undefined) return [`${sizeOf(Buffer.byteLength(text))}\t${shown}/${name}`]
      const inside = levels > 1 ? this.#list(`${directory}/${name}`, `${shown}/${name}`, levels - 1) : []
      return [`${sizeOf(DIRECTORY_BYTES)}\t${shown}/${name}/`, ...inside]
    })
  }

  #create({ path, file_text }: Of<'create'>): string {
    const at = placeOf(path)
    if (this.#entries.has(at)) throw new Rejection(`File ${path} already exists`)
    this.#makeDirectories(posix.dirname(at))
    this.#entries.set(at, file_text)
    return `File created successfully at: ${path}`
  }

  #replace({ path, old_str, new_str }: Of<'str_replace'>): string {
    const { at, text } = this.#file(path)
    const found = text.split('\n').flatMap((line, index) => (line.includes(old_str) ? [index] : []))
    const [line] = found
    if (line === undefined) {
      throw new Rejection(
        `No replacement was performed, old_str \`${old_str}\` did not appear verbatim in ${path}.`,
      )
    }
    if (found.length > 1) {
      const numbers = found.map((index) => index + 1).join(', ')
      throw new Rejection(
        `No replacement was performed. Multiple occurrences of old_str \`${old_str}\` in lines: ${numbers}. Please ensure it is unique`,
      )
    }
    const next = text.replace(old_str, () => new_str)
    this.#entries.set(at, next)
    const from = Math.max(0, line - 2)
    const snippet = numbered(next.split('\n').slice(from, line + 3), from)
    return `The memory file has been edited. Here is the snippet showing the change (with line numbers):\n${snippet}`
  }

  #insert({ path, insert_line, insert_text }: Of<'insert'>): string {
    const { at, text } = this.#file(path)
    const lines = text.split('\n')
    if (insert_line < 0 || insert_line > lines.length) {
      throw new Rejection(
        `Invalid \`insert_line\` parameter: ${insert_line}. It should be within the range of lines of the file: [0, ${lines.length}]`,
      )
    }
    const next = lines.toSpliced(insert_line, 0, insert_text.replace(/\n$/, ''))
    this.#entries.set(at, next.join('\n'))
    return `The file ${path} has been edited.`
  }

  #delete({ path }: Of<'delete'>): string {
    const at = placeOf(path)
    if (at === ROOT) throw new Rejection('Cannot delete the /memories directory itself')
    if (!this.#entries.has(at)) throw new Rejection(`The path ${path} does not exist`)
    for (const place of this.#below(at)) this.#entries.delete(place)
    return `Successfully deleted ${path}`
  }

  #rename({ old_path, new_path }: Of<'rename'>): string {
    const [from, to] = [placeOf(old_path), placeOf(new_path)]
    if (from === ROOT) throw new Rejection('Cannot rename the /memories directory itself')
    if (this.#entries.has(to)) throw new Rejection(`The destination ${new_path} already exists`)
    // The SDK makes them first, whether or not there is something to rename.
    this.#makeDirectories(posix.dirname(to))
    if (!this.#entries.has(from)) throw new Rejection(`The path ${old_path} does not exist`)
    if (to.startsWith(`${from}/`)) throw new Rejection(`Cannot rename ${old_path} to a path inside itself`)
    for (const place of this.#below(from)) {
      this.#entries.set(to + place.slice(from.length), this.#entries.get(place))
      this.#entries.delete(place)
    }
    return `Successfully renamed ${old_path} to ${new_path}`
  }

  #file(path: string): { readonly at: string; readonly text: string } {
    const at = placeOf(path)
    if (!this.#entries.has(at)) throw new Rejection(missing(path))
    const text = this.#entries.get(at)
    if (text === undefined) throw new Rejection(`The path ${path} is not a file.`)
    return { at, text }
  }

  #makeDirectories(place: string): void {
    if (this.#entries.get(place) !== undefined) throw new Rejection(`The path ${place} is not a directory.`)
    if (place !== ROOT) this.#makeDirectories(posix.dirname(place))
    this.#entries.set(place, undefined)
  }

  #below(place: string): readonly string[] {
    return [...this.#entries.keys()].filter((each) => each === place || each.startsWith(`${place}/`))
  }
}

function parseCommand(written: unknown): Command {
  const parsed = commandSchema.safeParse(written)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Rejection(`Invalid memory command: ${issue?.path.join('.') || 'the call'}: ${issue?.message}`)
}

function placeOf(path: string): string {
  if (!/^\/memories(\/|$)/.test(path)) throw new Rejection(`Path must start with /memories, got: ${path}`)
  const place = posix.resolve(path)
  if (place !== ROOT && !place.startsWith(`${ROOT}/`)) {
    throw new Rejection(`Path ${path} would escape /memories directory`)
  }
  return place
}

function missing(path: string): string {
  return `The path ${path} does not exist. Please provide a valid path.`
}

function numbered(lines: readonly string[], before: number): string {
  return lines
    .map((line, index) => `${String(before + index + 1).padStart(NUMBER_WIDTH)}\t${line}`)
    .join('\n')
}

function sizeOf(bytes: number): string {
  if (bytes === 0) return '0B'
  const power = Math.floor(Math.log(bytes) / Math.log(1024))
  const size = bytes / 1024 ** power
  return `${Number.isInteger(size) ? size : size.toFixed(1)}${['B', 'K', 'M', 'G'][power]}`
}
