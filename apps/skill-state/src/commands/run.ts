import { limitsOf, listenToInterrupts } from '@skill-state/eval/command-line'
import {
  invalidOption,
  type Model,
  type ModelRequest,
  type ModelResponse,
  printable,
} from '@skill-state/protocol'
import { fileResults } from '@skill-state/tools/files'
import { findModel } from '../run/agent/find-model.ts'
import { terminalAsker } from '../run/ask.ts'
import { playOnRecord } from '../run/open-run.ts'
import type { RunFlags } from '../run/options.ts'
import { play } from '../run/play.ts'
import { type Prepared, prepare } from '../run/prepare.ts'
import { boundText, endOf } from '../run/report/report.ts'
import { jsonReporter, type Reporter, textReporter, watchSlow } from '../run/report/reporter.ts'
import { countSpending, NOTHING_SPENT } from '../run/report/spending.ts'
import { serverQuestions } from '../run/tools/server-questions.ts'
import { isForeign, needsShell, requireTrust } from '../run/trust.ts'
import type { Change } from '../run/workspace/changes.ts'
import { settleFiles } from '../run/workspace/settle.ts'

const FINISHING = '\nskill-state: finishing the step under way; Ctrl-C again stops at once\n'

/** Exit codes: the skill says that it could not; and as a shell gives it after Ctrl-C. */
const [COULD_NOT, INTERRUPTED] = [3, 130]

/** Milliseconds that servers have to end after the second Ctrl-C. Whatever still works then is left. */
const LAST_MS = 5_000

interface From {
  /** The skill as it was named. */
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
  const { maxSteps = Infinity, onUnknown } = flags
  const named = from.model ?? (await modelOf(flags))
  const limits = named && limitsOf(flags, named)
  const results = flags.journal === undefined ? undefined : fileResults(`${flags.journal}.results`)
  const reporter = from.reporter ?? (flags.json ? jsonReporter : textReporter)
  const waits = watchSlow(reporter.slow)
  const interrupts = listenToInterrupts(() => process.stderr.write(FINISHING), {
    atOnce: ['SIGTERM', 'SIGHUP'],
    lastMs: LAST_MS,
  })
  const asker = terminalAsker()
  let sampling: Model | undefined
  const host = {
    onQuestion: serverQuestions(asker, interrupts.stop),
    onNote: reporter.note,
    async onSample(request: ModelRequest): Promise<ModelResponse> {
      if (sampling === undefined) throw invalidOption('no model answers a server before the first step')
      return await sampling.generate(request)
    },
  }
  try {
    if (asks) await requireTrust(source, { folder, commit, flags }, asker)
    const prepared = await prepare(folder, flags, {
      model: named ?? {},
      results,
      waits,
      signal: interrupts.stop,
      host,
      askInput: (question) => asker.line(question, interrupts.stop),
      folder: named === undefined || flags.dryRun ? undefined : process.cwd(),
    })
    try {
      reporter.started(prepared, named?.id ?? 'none')
      if (named === undefined || limits === undefined || flags.dryRun) return dryRun(prepared)
      const began = performance.now()
      let steps = 0
      let spent = NOTHING_SPENT
      const counting: Pick<Reporter, 'step'> = {
        step(step) {
          steps += 1
          reporter.step(step)
        },
      }
      const options = { maxSteps, onUnknown, interrupts, reporter: counting, ask: asker.ask }
      const played = await playOnRecord(prepared, flags, reporter, async (run) => {
        const counted = countSpending(named, { limits, journal: run.journal, waits })
        sampling = counted.model
        try {
          return await play(prepared, { ...options, run, model: counted.model })
        } finally {
          spent = counted.spent()
          await counted.ended()
        }
      })
      const milliseconds = performance.now() - began
      const resumable = flags.journal !== undefined
      reporter.ended(played, { steps, spent, milliseconds, resumable })
      await prepared.tools.close()
      const { workspace } = prepared.tools
      if (workspace !== undefined) {
        const agreed = async (changes: readonly Change[]): Promise<boolean> => {
          reporter.changed(workspace.folder, changes)
          if (played.stopped !== undefined && resumable) return false
          return flags.write ?? (await asker.confirm('apply these changes?')) ?? false
        }
        reporter.files(await settleFiles(workspace, { agreed }))
      }
      if (played.stopped === undefined) return endOf(played.action)?.ok === false ? COULD_NOT : 0
      return interrupts.stop.aborted ? INTERRUPTED : 1
    } finally {
      await prepared.tools.close()
      const left = prepared.tools.workspace?.keepChanged()
      if (left !== undefined) process.stderr.write(`the files so far are in ${left}\n`)
    }
  } catch (error) {
    if (!interrupts.stop.aborted) throw error
    process.stderr.write('skill-state: stopped before the first step\n')
    return INTERRUPTED
  } finally {
    asker.close()
    interrupts.release()
  }
}

async function modelOf(flags: RunFlags): Promise<Model | undefined> {
  if (flags.model === undefined) {
    if (flags.dryRun) return undefined
    throw invalidOption('--model: name the model that decides, as provider:model, local:FILE or ./module.ts')
  }
  return await findModel(flags.model, flags)
}

/** What a step would be shown, and asked for. */
function dryRun({ skill, certificate }: Prepared): number {
  const shown = [skill.instructions, ...Object.values(skill.stages?.texts ?? {})]
  process.stdout.write(`${boundText(certificate)}\n\n${printable(shown.join('\n\n'))}\n`)
  return 0
}
