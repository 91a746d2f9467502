import { cutMiddle, fitting, wholeCharacters } from '@skill-state/protocol'

/** Room that a part of a text leaves for the line that says which part it is. */
export const MIN_CHARS = 500

/** A text that fits; else its head and its tail, with a line between them that names the handle of the whole. */
export function shorten(text: string, handle: string, most: number): string {
  const note = (from: number, to: number, length: number): string =>
    `\n[… characters ${from} to ${to} of ${length} are left out; the whole is kept as ${handle} …]\n`
  return fitting(text, most, 'folded', (room) => cutMiddle(text, room, 3 / 4, note))
}

/** The part of a text that begins at a character, below a line that says which part it is. */
export function windowOf(text: string, handle: string, from: number, most: number): string {
  const top = (to: number): string => `[${handle}, characters ${from} to ${to} of ${text.length}]\n`
  const cut = (room: number): string => {
    const part = wholeCharacters(text, from, from + Math.max(0, room - top(text.length).length))
    return top(from + part.length) + part
  }
  return fitting(cut(most), most, 'folded', cut)
}
