/** A text that is put into a file, before the character at `at` of what is there then. */
export interface Insertion {
  readonly at: number
  readonly text: string
}

/** What is done to one file, one insertion after the other. All other bytes stay. */
export interface FileEdit {
  /** The file itself, where the path is a link. */
  readonly file: string
  /** Undefined if there is none. */
  readonly before: string | undefined
  readonly insertions: readonly Insertion[]
}

export function edited({ before = '', insertions }: Pick<FileEdit, 'before' | 'insertions'>): string {
  return insertions.reduce((now, { at, text }) => now.slice(0, at) + text + now.slice(at), before)
}

/** The text from which `edited` made this one. */
export function unedited(after: string, insertions: readonly Insertion[]): string {
  return insertions.reduceRight((now, { at, text }) => now.slice(0, at) + now.slice(at + text.length), after)
}

/** The lines that differ, with two lines around them, as a person reads a change. Undefined stands for no file. */
export function shownChange(file: string, before: string | undefined, after: string | undefined): string {
  const [old, now] = [linesOf(before), linesOf(after)]
  const least = Math.min(old.length, now.length)
  let [head, tail] = [0, 0]
  while (head < least && old[head] === now[head]) head += 1
  while (tail < least - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1
  const marked = (mark: string, lines: readonly string[]): readonly string[] =>
    lines.map((line) => mark + line)
  return [
    `${before === undefined ? 'new file' : after === undefined ? 'remove' : 'change'} ${file}, from line ${head + 1}`,
    ...marked('  ', old.slice(Math.max(0, head - 2), head)),
    ...marked('- ', old.slice(head, old.length - tail)),
    ...marked('+ ', now.slice(head, now.length - tail)),
    ...marked('  ', old.slice(old.length - tail, old.length - tail + 2)),
  ].join('\n')
}

function linesOf(text: string = ''): readonly string[] {
  return text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/)
}
