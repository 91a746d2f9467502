import { spawn } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { benchArguments, emptyFolder, typeBench } from '../../test/bench.ts'

const args = 'run scaling --runtime prompt --horizon 100 --seeds 4 --out run'

/** Runs a bench command in a shell that lets no file grow beyond so many blocks, of 512 or 1,024 bytes. */
function benchWithin(blocks: number, cwd: string): Promise<{ code: number | null; stderr: string }> {
  const command = `ulimit -f ${blocks}; exec "$0" "$@"`
  const child = spawn('sh', ['-c', command, process.execPath, ...benchArguments(args)], { cwd })
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  child.stdout.resume()
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, stderr })))
}

test('if the disk is full, one line says so, and the record is kept', async () => {
  const cwd = emptyFolder()
  const { code, stderr } = await benchWithin(20, cwd)
  expect([code, stderr.match(/^bench: .*$/gm)]).toEqual([
    1,
    [
      expect.stringMatching(
        /^bench: run\/episodes\/[^ ]+\.jsonl cannot be written: EFBIG: [^\n]+; the record is kept, and the same command resumes \(0 of 4 episodes are done\)$/,
      ),
    ],
  ])
  expect(readdirSync(join(cwd, 'run'))).not.toContain('run.lock')
  const again = await typeBench(args, { cwd })
  expect([again.code, again.stderr.match(/score 1$/gm)?.length]).toEqual([0, 4])
  expect(
    readdirSync(join(cwd, 'run', 'episodes', 'warehouse%401')).filter((name) => name.includes('aside')),
  ).toEqual([])
  expect((await typeBench('replay run', { cwd })).code).toBe(0)
})

test('if its folder is removed, the run ends with a line that names it', async () => {
  const cwd = emptyFolder()
  const long = 'run scaling --runtime prompt --horizon 10,2500 --seeds 1 --out run'
  const { code, stderr } = await typeBench(long, {
    cwd,
    onError: (text) => {
      if (text.includes('[1/2]')) rmSync(join(cwd, 'run'), { recursive: true, force: true })
    },
  })
  expect([code, existsSync(join(cwd, 'run', 'run.json'))]).toEqual([1, false])
  expect(stderr).toMatch(
    /^bench: run[^ ]* cannot be written: it was removed; [^\n]+ \(1 of 2 episodes are done\)$/m,
  )
})
