import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { bench, type Command, emptyFolder, wordsOf } from '../../test/bench.ts'
import { buildViewer } from '../../test/build-viewer.ts'
import { startBench } from '../../test/fleet/fleet.ts'
import { freePort } from '../../test/provider/loopback.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
const work = emptyFolder()
const run = join(work, 'run')

/** The page, where nothing has built it, and a run to look at. */
beforeAll(async () => {
  buildViewer()
  const { code } = await bench(`run scaling --horizon 10 --seeds 1 --out ${run}`)
  expect(code).toBe(0)
}, 300_000)

test('serves the page and the traces at the address that it prints, until Ctrl-C', {
  timeout: 120_000,
}, async () => {
  const port = await freePort()
  await using viewer = startBench(`view ${run} --port ${port}`, { cwd: work })
  await viewer.says('\n')
  const url = `http://127.0.0.1:${port}/`
  expect(viewer.said().split('\n')[0]).toBe(url)
  const page = await fetch(url)
  expect(await page.text()).toContain('<div id="app">')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  const { episodes } = (await (await fetch(`${url}data/manifest.json`)).json()) as {
    episodes: { file: string; status: string }[]
  }
  expect(episodes).toHaveLength(5)
  const file = episodes[0]?.file ?? ''
  const path = file.split('/').map(encodeURIComponent).join('/')
  expect(await (await fetch(`${url}data/runs/run/${path}`)).text()).toBe(
    readFileSync(join(run, file), 'utf8'),
  )
  expect(await viewer.end('SIGINT')).toBe(0)
  await expect(fetch(url)).rejects.toThrow('fetch failed')
})

test('writes the page and the traces into a folder', { timeout: 120_000 }, async () => {
  const out = join(work, 'new', 'site')
  const { code, stdout, stderr } = await bench(`view ${run} --static ${out}`)
  expect([code, stdout, stderr]).toEqual([0, `The viewer and the traces of ${run}: ${out}\n`, ''])
  expect(readdirSync(out).sort()).toEqual(['assets', 'data', 'index.html'])
  const { episodes } = JSON.parse(readFileSync(join(out, 'data/manifest.json'), 'utf8'))
  for (const { file } of episodes) {
    expect(readFileSync(join(out, 'data/runs/run', file))).toEqual(readFileSync(join(run, file)))
  }
})

describe('what cannot be is said in one line, with exit code 2', () => {
  const full = join(work, 'full')
  beforeAll(() => {
    mkdirSync(full)
    writeFileSync(join(full, 'notes.txt'), '')
  })

  test.concurrent.for<[Command, RegExp]>([
    [join(work, 'none'), /none is not a run folder: run.json is missing/],
    [dirname(main), /src is not a run folder: run.json is missing/],
    [main, /main.ts is a file, not a journal or the folder of a run/],
    [`${run} --port 70000`, /--port: 70000 is not a port: the highest is 65535/],
    [`${run} --port http`, /--port: "http" is not a whole number/],
    [`${run} --host 192.0.2.1`, /192.0.2.1 is not an address of this machine/],
    [[run, '--host', ''], /the host is empty; leave it out for 127\.0\.0\.1/],
    [`${run} --static ${full}`, /full is not empty; choose a new folder/],
    [`${run} --static ${main}`, /main.ts is a file, not a folder/],
    [[run, '--static', ''], /--static: "" names no folder/],
    [`${run} --static ${join(work, 'x')} --port 1`, /--static: .*leave out --port/],
  ])('%s', { timeout: 120_000 }, async ([command, reason], { expect }) => {
    const { code, stdout, stderr } = await bench(['view', ...wordsOf(command)])
    expect(stderr).toMatch(reason)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(stdout).toBe('')
    expect(code).toBe(2)
  })
})
