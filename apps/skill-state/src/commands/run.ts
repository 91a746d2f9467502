import type { Model } from '@skill-state/protocol'
import { folderResults } from '@skill-state/tools/folder'
import { listenToInterrupts } from '../interrupts.ts'
import { printable, printableLines } from '../printable.ts'
import { findModel } from '../run/find-model.ts'
import { limitSpending } from '../run/limit-spending.ts'
import { openRun } from '../run/open-run.ts'
import { choice, optionalInteger, type RunFlags } from '../run/options.ts'
import { type Played, type PlayOptions, play, UNKNOWN } from '../run/play.ts'
import { type Prepared, prepare } from '../run/prepare.ts'
import { answerOf, boundText, headline, noteLines } from '../run/report.ts'
import { isOfSystem, SystemFailure, UsageError } from '../usage-error.ts'

/** Runs a skill, or goes on with it: steps to standard error, answer and state to standard output. Gives the exit code. */
export async function runCommand(folder: string, flags: RunFlags): Promise<number> {
  const maxSteps = optionalInteger('--max-steps', flags.maxSteps) ?? Infinity
  const onUnknown = choice('--on-unknown', flags.onUnknown, UNKNOWN)
  const model = await modelOf(flags)
  const results = flags.journal === undefined ? undefined : folderResults(`${flags.journal}.results`)
  const interrupts = listenToInterrupts()
  try {
    const prepared = await prepare(folder, flags, { model: model ?? {}, results, signal: interrupts.stop })
    try {
      print(`${headline(prepared, model?.id ?? 'none')}\n${noteLines(prepared)}`)
      if (model === undefined || flags.dryRun) return dryRun(prepared)
      const played = await playOnRecord(prepared, flags, { model, maxSteps, onUnknown, interrupts, print })
      return finish(played, flags)
    } finally {
      await prepared.tools.close()
    }
  } catch (error) {
    if (!interrupts.stop.aborted) throw error
    print('skill-state: stopped before the first step\n')
    return 1
  } finally {
    interrupts.release()
  }
}

function print(text: string): void {
  process.stderr.write(text)
}

async function modelOf(flags: RunFlags): Promise<Model | undefined> {
  if (flags.model === undefined) {
    if (flags.dryRun) return undefined
    throw new UsageError('--model: name who decides, as provider:model, local:FILE or ./module.ts')
  }
  return await limitSpending(await findModel(flags.model, flags), flags)
}

/** What a step would be shown, and asked for. */
function dryRun({ skill, certificate }: Prepared): number {
  process.stdout.write(`${boundText(certificate)}\n\n${printableLines(skill.instructions)}\n`)
  return 0
}

async function playOnRecord(prepared: Prepared, flags: RunFlags, options: PlayOptions): Promise<Played> {
  const { journal, task, acceptChanges } = flags
  const run = journal === undefined ? undefined : await openRun(journal, prepared, { task, acceptChanges })
  try {
    const position = run?.journal.position
    if (position !== undefined && position.index > 0)
      print(`going on after step ${position.index} of ${journal}\n`)
    return await play(prepared, { ...options, run })
  } catch (error) {
    if (journal === undefined || !isOfSystem(error)) throw error
    const reason = `the journal ${journal} cannot be written: ${error.message}`
    throw new SystemFailure(`${reason}; put that right, then give the same command again`, { cause: error })
  } finally {
    run?.close()
  }
}

function finish({ stopped, action, state }: Played, { journal }: RunFlags): number {
  const answer = answerOf(action)
  if (stopped === undefined && answer !== undefined) process.stdout.write(`${printableLines(answer)}\n\n`)
  process.stdout.write(`${printableLines(JSON.stringify(state, undefined, 2))}\n`)
  if (stopped === undefined) return 0
  const again = journal === undefined ? '' : '; the same command goes on from there'
  print(`skill-state: not finished: ${printable(stopped)}${again}\n`)
  return 1
}
