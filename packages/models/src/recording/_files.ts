import { randomUUID } from 'node:crypto'
import {
  accessSync,
  constants,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { link, rm, writeFile } from 'node:fs/promises'
import { invalidOption, reasonOf } from '@skill-state/protocol'

/** Creates a folder if it is missing. Throws `invalid-option` if it is not writable. */
export function openFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true })
    accessSync(path, constants.W_OK)
  } catch (cause) {
    const reason = reasonOf(cause)
    throw invalidOption(`${path} cannot be written: ${reason}; name another folder`, {
      cause,
    })
  }
}

export function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** Makes sure that a file holds the text, and creates it as a whole if it is missing; false if it holds another. */
export function keep(file: string, text: string): boolean {
  const found = readIfThere(file)
  if (found === undefined && create(file, text)) return true
  return (found ?? readIfThere(file))?.toString() === text
}

/** Puts a file as a whole in the place of what is there, if anything is. */
export function replace(file: string, text: string): void {
  put(file, text, { flush: false }, renameSync)
}

/** Puts the text into a new file, under the first free number from `from`. Its text is on disk before the file has its name. */
export async function append(name: (number: number) => string, from: number, text: string): Promise<number> {
  const temporary = temporaryName(name(from))
  try {
    await writeFile(temporary, text, { flush: true })
    for (let number = from; ; number += 1) if (await isOurs(link(temporary, name(number)))) return number
  } finally {
    await rm(temporary, { force: true })
  }
}

/** Creates a file, whole or not at all; false if there is one. */
function create(file: string, text: string): boolean {
  try {
    put(file, text, { flush: true }, linkSync)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

function put(
  file: string,
  text: string,
  options: { readonly flush: boolean },
  place: (from: string, to: string) => void,
): void {
  const temporary = temporaryName(file)
  try {
    writeFileSync(temporary, text, options)
    place(temporary, file)
  } finally {
    rmSync(temporary, { force: true })
  }
}

async function isOurs(linked: Promise<void>): Promise<boolean> {
  try {
    await linked
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

/** A unique name, in this process, another one, or on another machine that shares the folder. */
const temporaryName = (file: string): string => `${file}.${randomUUID()}.tmp`

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
