import type { EpisodeEvent } from '@skill-state/eval'

const WIDTH = 24

/** Shows how far a run is: one moving line on a terminal, a line an episode elsewhere. */
export function createProgress(total: number, stream: NodeJS.WriteStream): (event: EpisodeEvent) => void {
  let done = 0
  let failed = 0
  return ({ episode, end, resumed }) => {
    done += 1
    if (end.status === 'failed') failed += 1
    if (stream.isTTY) {
      const filled = Math.round((done / total) * WIDTH)
      const bar = '█'.repeat(filled).padEnd(WIDTH, '░')
      const failures = failed > 0 ? `, ${failed} failed` : ''
      stream.write(`\r${bar} ${done}/${total} episodes${failures}${done === total ? '\n' : ''}`)
      return
    }
    const result =
      end.status === 'failed' ? `failed: ${end.error.message}` : `${end.status}, score ${end.outcome.reward}`
    const name = `${episode.benchmark.id} ${episode.task.id} ${episode.runtime.id}`
    stream.write(`[${done}/${total}] ${name}: ${result}${resumed ? ' (already recorded)' : ''}\n`)
  }
}
