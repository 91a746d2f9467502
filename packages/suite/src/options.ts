import { statSync } from 'node:fs'
import { type JsonValue, SkillStateError } from '@skill-state/protocol'

/** Reads a positive whole number up to the largest that is allowed, or says which option is wrong. */
export function positiveInteger(option: string, text: string, max: number = Number.MAX_SAFE_INTEGER): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(value) || value < 1) {
    throw new SkillStateError('invalid-option', `${option}: "${text}" is not a whole number of at least 1`)
  }
  if (value > max)
    throw new SkillStateError(
      'invalid-option',
      `${option}: ${text} is more than ${max}, which is the most that is run`,
    )
  return value
}

/** Reads a number from 0, or says which option is wrong. */
export function number(option: string, text: string): number {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (!Number.isFinite(value))
    throw new SkillStateError('invalid-option', `${option}: "${text}" is not a number of at least 0`)
  return value
}

/** A recorded option as text: itself, where it is one. */
export function recordedText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null)
}

/** An option's name on the command line: `maxCost` is `--max-cost`. */
export function dashed(option: string): string {
  return `--${option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** Reads the path of a folder, or says that there is none. */
export function folderPath(option: string, text: string): string {
  if (text.trim() === '') throw new SkillStateError('invalid-option', `${option}: "${text}" names no folder`)
  return text
}

/** Reads one of the given words, or says which there are. */
export function choice<const T extends string>(option: string, text: string, words: readonly T[]): T {
  const found = words.find((word) => word === text)
  if (found !== undefined) return found
  throw new SkillStateError('invalid-option', `${option}: "${text}" is none of ${words.join(', ')}`)
}

/** Reads the path of a file that is to be read, or says that there is none. */
export function filePath(text: string): string {
  const found = statSync(text, { throwIfNoEntry: false })
  if (found === undefined) throw new SkillStateError('invalid-option', `${text}: there is no such file`)
  if (found.isDirectory()) throw new SkillStateError('invalid-option', `${text}: it is a folder, not a file`)
  return text
}

/** Reads a list such as `10,25`; an empty entry and a repeated one are refused. */
export function list<T>(option: string, text: string, read: (option: string, entry: string) => T): T[] {
  const texts = text.split(',').map((entry) => entry.trim())
  if (texts.includes(''))
    throw new SkillStateError('invalid-option', `${option}: "${text}" is not a list: an entry is empty`)
  const entries = texts.map((entry) => read(option, entry))
  if (new Set(entries).size < entries.length)
    throw new SkillStateError('invalid-option', `${option}: "${text}" names an entry twice`)
  return entries
}
