import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { conditionsOf, playEpisode, writeRun } from '../../test/play-episode.ts'
import { listen } from './serve-view.ts'
import { copyView } from './write-static.ts'

const app = (folder: string): string => {
  const path = join(dirname(folder), 'app')
  mkdirSync(path)
  writeFileSync(join(path, 'index.html'), '<!doctype html>')
  return path
}
const run = async (): Promise<string> =>
  writeRun('scaling', conditionsOf({ 'skill-state': {} }), [await playEpisode('skill-state', {})])

test('a run is served on this machine alone, until it is closed', async () => {
  const folder = await run()
  const view = await listen(folder, app(folder))
  expect(view.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/)
  expect((await (await fetch(`${view.url}data/manifest.json`)).json()).episodes).toHaveLength(1)
  await view.close()
  await expect(fetch(view.url)).rejects.toThrow()
})

test('a port in use, and an unknown host, are said in one line', async () => {
  const folder = await run()
  const page = app(folder)
  const view = await listen(folder, page)
  const port = Number(new URL(view.url).port)
  await expect(listen(folder, page, { port })).rejects.toThrow(
    `port ${port} of 127.0.0.1 is in use; choose another one`,
  )
  await expect(listen(folder, page, { host: '192.0.2.1' })).rejects.toThrow(
    '192.0.2.1 is not an address of this machine',
  )
  await view.close()
})

test.for(['LOCALHOST', '2130706433', '127.1', '0x7f.0.0.1', '::ffff:127.0.0.1', '0:0:0:0:0:0:0:1'])(
  'rejects another name for this machine when it listens on %s',
  async (host) => {
    const folder = await run()
    const view = await listen(folder, app(folder), { host })
    const { hostname, port } = new URL(view.url)
    const ask = async (Host: string): Promise<unknown> => {
      const asked = request({
        host: hostname.replace(/[[\]]/g, ''),
        port,
        headers: { Host },
        agent: false,
      }).end()
      const [response] = (await once(asked, 'response')) as [IncomingMessage]
      response.destroy()
      return response.statusCode
    }
    expect(await ask('evil.example')).toBe(421)
    expect(await ask(`${hostname}:${port}`)).toBe(200)
    await view.close()
  },
)

test('rejects an empty host, which would be every address of the machine', async () => {
  const folder = await run()
  await expect(listen(folder, app(folder), { host: '' })).rejects.toThrow(
    'the host is empty; leave it out for 127.0.0.1',
  )
})

test('the files to publish are the page, the manifest and what it names', async () => {
  const folder = await run()
  writeFileSync(join(folder, 'notes.txt'), 'secret')
  const out = join(dirname(folder), 'out')
  copyView(folder, app(folder), out)
  const manifest = JSON.parse(readFileSync(join(out, 'data', 'manifest.json'), 'utf8'))
  const { file } = manifest.episodes[0]
  const copied = join(out, 'data', 'runs', 'scaling')
  expect(readFileSync(join(copied, file))).toEqual(readFileSync(join(folder, file)))
  expect(readFileSync(join(copied, 'run.json'))).toEqual(readFileSync(join(folder, 'run.json')))
  expect(() => readFileSync(join(copied, 'notes.txt'))).toThrow('ENOENT')
  expect(() => copyView(folder, app(join(folder, 'x')), out)).toThrow(
    `${out} is not empty; choose a new folder`,
  )
})
