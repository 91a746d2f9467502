import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { emptyFolder, wordsOf } from '../test/bench.ts'
import { main } from './program.ts'

/** Colours, clears the screen by a single character, turns a line round, hides, names the window. */
const HOSTILE = 'x\u001b[31m\u009b2J\u202Ey\u200b\u001b]0;z\u0007'

/** What a command writes to standard output. */
async function printed(command: string): Promise<string> {
  const written: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written.push(String(text))
    return true
  })
  try {
    await main(wordsOf(command))
  } finally {
    write.mockRestore()
  }
  return written.join('')
}

test('nothing that a run or a trace names reaches the terminal as a command', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const out = join(emptyFolder(), 'run')
  await printed(`run scaling --horizon 10 --seeds 2 --runtime prompt --out ${out}`)
  const conditions = JSON.parse(readFileSync(join(out, 'run.json'), 'utf8'))
  conditions.model.notice = HOSTILE
  writeFileSync(join(out, 'run.json'), JSON.stringify(conditions))
  const folder = join(out, 'episodes', readdirSync(join(out, 'episodes'))[0] ?? '')
  const [trace = ''] = readdirSync(folder)
  const lines = readFileSync(join(folder, trace), 'utf8').split('\n')
  const end = { kind: 'end', status: 'failed', error: { code: 'model-failed', message: HOSTILE } }
  const hostile = [...lines.slice(0, -2), JSON.stringify(end), '']
  writeFileSync(join(folder, trace), hostile.join('\n'))
  vi.restoreAllMocks()

  const commands = [
    ...['md', 'csv', 'json', 'html', 'latex'].map((format) => `report ${out} --format ${format}`),
    ...['md', 'json'].map((format) => `compare ${out} ${out} --format ${format}`),
    ...['md', 'json'].map((format) => `noise ${out} --format ${format}`),
    `replay ${out}`,
  ]
  for (const command of commands) {
    const text = await printed(command)
    expect(text, command).not.toBe('')
    expect(text.replaceAll('\r\n', '\n'), command).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}]/u)
    if (command.startsWith('report') && command.endsWith('json')) {
      expect(JSON.parse(text).failures.join()).toContain(HOSTILE)
    }
  }
})
