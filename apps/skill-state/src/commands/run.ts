import { limitsOf, listenToInterrupts } from '@skill-state/eval/command-line'
import { invalidOption, type Model, type ModelRequest, printable } from '@skill-state/protocol'
import { fileResults } from '@skill-state/tools/files'
import { findModel } from '../run/agent/find-model.ts'
import { terminalAsker } from '../run/ask.ts'
import { playOnRecord } from '../run/open-run.ts'
import type { RunFlags } from '../run/options.ts'
import { play } from '../run/play.ts'
import { type Prepared, prepare } from '../run/prepare.ts'
import { boundText, endOf } from '../run/report/report.ts'
import { jsonReporter, type Reporter, textReporter } from '../run/report/reporter.ts'
import { countSpending, NOTHING_SPENT } from '../run/report/spending.ts'
import { serverQuestions } from '../run/tools/server-questions.ts'
import { isForeign, needsShell, requireTrust } from '../run/trust.ts'

const FINISHING = '\nskill-state: finishing the step under way; Ctrl-C again stops at once\n'

/** Exit codes: the skill says that it could not; and as a shell gives it after Ctrl-C. */
const [COULD_NOT, INTERRUPTED] = [3, 130]

/** Milliseconds that servers have to end after the second Ctrl-C. Whatever still works then is left. */
const LAST_MS = 5_000

interface From {
  readonly source: string
  readonly commit: string | undefined
  /** Hears what happens. Default: as the flags say. */
  readonly reporter?: Reporter
  /** Decides. Default: the model that the flags name. */
  readonly model?: Model | undefined
}

/** Runs a skill, or continues it, and reports each step. Returns the exit code. One from elsewhere has the shell once it is trusted. */
export async function runCommand(folder: string, given: RunFlags, from: From): Promise<number> {
  const { source, commit } = from
  const asks = isForeign(source) && !given.dryRun && (given.shell || needsShell(folder))
  const flags = { ...given, shell: given.shell || asks }
  const isShown = flags.dryRun && flags.model === undefined
  const named = from.model ?? (isShown ? undefined : await findModel(flags))
  const limits = named && limitsOf(flags, named)
  const reporter = from.reporter ?? (flags.json ? jsonReporter : textReporter)
  const interrupts = listenToInterrupts(() => process.stderr.write(FINISHING), {
    atOnce: ['SIGTERM', 'SIGHUP'],
    lastMs: LAST_MS,
  })
  const { stop } = interrupts
  const asker = terminalAsker()
  let sampling: Model | undefined
  const host = {
    onQuestion: serverQuestions(asker, stop),
    onNote: reporter.note,
    async onSample(request: ModelRequest) {
      if (sampling === undefined) throw invalidOption('no model answers a server before the first step')
      return await sampling.generate(request)
    },
  }
  try {
    if (asks) await requireTrust(source, { folder, commit, flags }, asker)
    const prepared = await prepare(folder, flags, {
      model: named ?? {},
      results: flags.journal === undefined ? undefined : fileResults(`${flags.journal}.results`),
      onSlow: reporter.slow,
      signal: stop,
      host,
      askInput: (question) => asker.line(question, stop),
      folder: named === undefined || flags.dryRun ? undefined : process.cwd(),
    })
    const { close, workspace } = prepared.tools
    try {
      reporter.started(prepared, named?.id ?? 'none')
      if (named === undefined || limits === undefined || flags.dryRun) return dryRun(prepared)
      const began = performance.now()
      let spent = NOTHING_SPENT
      const played = await playOnRecord(prepared, flags, reporter, async (run) => {
        const counted = countSpending(named, { limits, journal: run.journal, onSlow: reporter.slow })
        sampling = counted.model
        try {
          return await play(prepared, { flags, interrupts, reporter, ask: asker.ask, run, model: sampling })
        } finally {
          spent = counted.spent()
          await counted.ended()
        }
      })
      const { stopped, action, steps } = played
      const resumable = flags.journal !== undefined
      reporter.ended(played, { steps, spent, milliseconds: performance.now() - began, resumable })
      await close()
      const settled = await workspace?.settle(async (changes) => {
        reporter.changed(workspace.folder, changes)
        if (stopped !== undefined && resumable) return false
        return flags.write ?? (await asker.confirm('apply these changes?')) ?? false
      })
      if (settled !== undefined) reporter.files(settled)
      if (stopped === undefined) return endOf(action)?.ok === false ? COULD_NOT : 0
      return stop.aborted ? INTERRUPTED : 1
    } finally {
      await close()
      const left = workspace?.keepChanged()
      if (left !== undefined) process.stderr.write(`the files so far are in ${left}\n`)
    }
  } catch (error) {
    if (!stop.aborted) throw error
    process.stderr.write('skill-state: stopped before the first step\n')
    return INTERRUPTED
  } finally {
    asker.close()
    interrupts.release()
  }
}

function dryRun({ skill, certificate }: Prepared): number {
  const shown = [skill.instructions, ...Object.values(skill.stages?.texts ?? {})]
  process.stdout.write(`${boundText(certificate)}\n\n${printable(shown.join('\n\n'))}\n`)
  return 0
}
