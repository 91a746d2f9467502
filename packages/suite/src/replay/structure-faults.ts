import type { TraceLine } from '@skill-state/eval'

/** What is wrong with the order of a trace's lines; a reader takes the first of a kind and would not notice. */
export function structureFaults(file: string, text: string): string[] {
  const lines = text.split('\n').slice(0, -1)
  let steps = 0
  return lines.flatMap((line, index) => {
    const place = `${file}:${index + 1}`
    const read = JSON.parse(line) as TraceLine
    const { kind } = read
    if ((kind === 'episode' && index !== 0) || (kind === 'reset' && index !== 1))
      return [`${place}: a ${kind} line does not belong here`]
    if (kind === 'end' && index !== lines.length - 1) return [`${place}: lines follow the end`]
    if (kind === 'call' && read.step !== steps)
      return [`${place}: a call of step ${read.step} among those of ${steps}`]
    if (kind !== 'step') return []
    steps += 1
    return read.index === steps - 1 ? [] : [`${place}: step ${read.index} is in place ${steps - 1}`]
  })
}
