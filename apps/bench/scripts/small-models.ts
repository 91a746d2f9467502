/**
 * Keeps the replies of runs of the experiment `small`, and computes docs/small-models.md from them without a model.
 *
 *   node --conditions=@skill-state/source apps/bench/scripts/small-models.ts --pack RUN NAME
 *   node --conditions=@skill-state/source apps/bench/scripts/small-models.ts [--check]
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { digest, readRunFolder, readTraces, type Trace } from '@skill-state/eval'
import { small } from '../src/experiments/small/small.ts'
import { type Kept, PAGE, repliesFile, smallModelsTable, unaligned, withTable } from '../test/small-models.ts'

/** What was played with every seed. */
function pack(folder: string, name: string): void {
  const ended = [...readTraces(readRunFolder(folder))].filter(({ end }) => end !== undefined)
  const cells = Map.groupBy(
    ended,
    ({ episode: { variant, horizon, runtime } }) => `${variant} ${horizon} ${runtime}`,
  )
  const whole = [...cells.values()].filter((cell) => cell.length === small.seeds)
  const lines = whole.flat().map((trace) => JSON.stringify(keptOf(trace)))
  writeFileSync(
    repliesFile(name),
    `${JSON.stringify({ model: ended[0]?.episode.model })}\n${lines.join('\n')}\n`,
  )
}

function keptOf({ episode, calls }: Trace): Kept {
  const { variant = '', horizon = 0, seed, runtime } = episode
  const [, persons] = variant.split('-')
  const [, carry = 'nothing'] = runtime.split('=')
  const prompts = digest(calls.map(({ promptHash }) => promptHash).join())
  return { persons: Number(persons), horizon, seed, carry, prompts, replies: calls.map(({ reply }) => reply) }
}

const [flag, run, name] = process.argv.slice(2)
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (flag === '--pack' && run !== undefined && name !== undefined) pack(run, name)
  const before = readFileSync(PAGE, 'utf8')
  const after = withTable(before, await smallModelsTable())
  if (flag !== '--check') writeFileSync(PAGE, after)
  else if (unaligned(before) !== unaligned(after)) {
    process.stderr.write(`${PAGE} is not what the replies give: run apps/bench/scripts/small-models.ts\n`)
    process.exitCode = 1
  }
}
