import { readRunFolder } from '@skill-state/eval'
import { printableJson } from '@skill-state/protocol'
import { regressMarkdown } from '@skill-state/report'
import { readConditions, regressRun } from '@skill-state/suite'
import { print } from '../print.ts'
import type { Flags } from '../program/fields.ts'
import { registry } from '../registry.ts'
import { withRuns } from '../with-runs.ts'

/** `bench regress`: asks B about the states that a run visited, and reports. Exit code 0 if all were answered for. */
export async function regressCommand(
  { format, ...question }: Flags['regress'],
  name: string,
): Promise<number> {
  return await withRuns([name], async (runs) => {
    const folder = readRunFolder(runs.folder(name))
    const { model: a } = readConditions(folder)
    const { model: b, runtimes, figures, regression } = await regressRun(registry, folder, question)
    const title = {
      a: `${folder.path}, ${a.id}. ${a.notice}`.trim(),
      b: `${b.id} as ${runtimes.join(', ')}. ${b.notice ?? ''}`.trim(),
    }
    const text =
      format === 'md'
        ? regressMarkdown(figures, regression, title)
        : `${printableJson({ ...title, ...figures, regression })}\n`
    print(runs.shown(text))
    const { unanswered = 0, stopped } = regression.asked ?? {}
    return unanswered === 0 && stopped === undefined ? 0 : 1
  })
}
