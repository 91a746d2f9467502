/** A text that is put into a file, before the character at `at` of what is there then. */
export interface Insertion {
  readonly at: number
  readonly text: string
}

/** What is done to one file, the file itself where its path is a link. Undefined stands for no file. */
export interface FileChange {
  readonly file: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/** One insertion after the other. All other bytes stay. */
export interface FileEdit extends FileChange {
  readonly after: string
  readonly insertions: readonly Insertion[]
}

export function editOf(
  { file, text }: { readonly file: string; readonly text: string | undefined },
  insertions: readonly Insertion[],
): FileEdit {
  const insert = (now: string, { at, text }: Insertion): string => now.slice(0, at) + text + now.slice(at)
  return { file, before: text, after: insertions.reduce(insert, text ?? ''), insertions }
}

/** The text from which insertions made this one. */
export function unedited(after: string, insertions: readonly Insertion[]): string {
  return insertions.reduceRight((now, { at, text }) => now.slice(0, at) + now.slice(at + text.length), after)
}

/** The lines that differ, with two lines around them, as a person reads a change. */
export function shownChange({ file, before, after }: FileChange): string {
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
