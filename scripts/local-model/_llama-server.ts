// llama.cpp's own server, which this project did not write. No package has a build of it, but node-llama-cpp brings
// llama.cpp's whole source as a git bundle, and its libraries built for this machine: the server's few files are
// compiled here (git and g++ are needed, about two minutes) and linked to those libraries.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { basename, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The server without its web page. */
const NO_PAGE_HEADER = `#pragma once
#include <array>
#include <string>
struct llama_ui_asset {
    std::string name; const unsigned char * data; std::size_t size; std::string etag; std::string type;
};
const llama_ui_asset * llama_ui_find_asset(const std::string & name);
bool llama_ui_use_gzip();
const std::array<llama_ui_asset, 0> & llama_ui_get_assets();
`
const NO_PAGE = `#include "ui.h"
const llama_ui_asset * llama_ui_find_asset(const std::string &) { return nullptr; }
bool llama_ui_use_gzip() { return false; }
const std::array<llama_ui_asset, 0> & llama_ui_get_assets() {
    static const std::array<llama_ui_asset, 0> none{};
    return none;
}
`

const SOURCES = [
  'tools/server/*.cpp',
  'tools/mtmd/mtmd*.cpp',
  'tools/mtmd/clip.cpp',
  'tools/mtmd/models/*.cpp',
  'vendor/hash/hash.cpp',
  'vendor/hash/*/*.c',
]
const INCLUDES = [
  'tools/server',
  'tools/mtmd',
  'common',
  'include',
  'ggml/include',
  'vendor',
  'vendor/hash',
  'src',
]

/** Builds the server into a folder that has node-llama-cpp, unless it is there, and gives its path. */
export async function buildServer(folder: string): Promise<string> {
  const server = join(folder, 'llama-server', 'llama-server')
  if (existsSync(server)) return server
  const engine = realpathSync(join(folder, 'node_modules/node-llama-cpp'))
  const [libraries] = globSync(
    join(
      engine,
      `../@node-llama-cpp/${process.platform}-${process.arch}/bins/${process.platform}-${process.arch}`,
    ),
  )
  if (libraries === undefined)
    throw new Error(`node-llama-cpp has no build for ${process.platform}-${process.arch}`)
  const work = join(folder, `llama-server.${process.pid}.tmp`)
  try {
    mkdirSync(join(work, 'objects'), { recursive: true })
    await run('git', ['clone', '-q', join(engine, 'llama/gitRelease.bundle'), join(work, 'source')])
    await compile(work)
    for (const library of readdirSync(libraries).filter((name) => name.endsWith('.so'))) {
      symlinkSync(join(libraries, library), join(work, library))
    }
    const linked = readdirSync(libraries).filter((name) => /^lib(llama|ggml-base|ggml\.)/.test(name))
    const objects = readdirSync(join(work, 'objects')).map((name) => join('objects', name))
    const flags = [
      '-o',
      'llama-server',
      '-L.',
      ...linked.map((name) => `-l:${name}`),
      '-Wl,-rpath,$ORIGIN',
      '-pthread',
    ]
    await run('g++', [...objects, ...flags], { cwd: work })
    for (const name of ['objects', 'source']) rmSync(join(work, name), { recursive: true })
    renameSync(work, join(folder, 'llama-server'))
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  return server
}

/** Compiles each source by itself, two at a time. */
async function compile(work: string): Promise<void> {
  writeFileSync(join(work, 'ui.h'), NO_PAGE_HEADER)
  writeFileSync(join(work, 'ui.cpp'), NO_PAGE)
  const source = join(work, 'source')
  const found = globSync(SOURCES.map((pattern) => join(source, pattern)))
  const files = [...found.filter((file) => basename(file) !== 'mtmd-cli.cpp'), join(work, 'ui.cpp')]
  const includes = [work, source, ...INCLUDES.map((name) => join(source, name))].map((path) => `-I${path}`)
  const defines = ['GGML_BACKEND_SHARED', 'GGML_SHARED', 'LLAMA_SHARED', 'GGML_BACKEND_DL'].map(
    (name) => `-D${name}`,
  )
  const waiting = files.values()
  const worker = async (): Promise<void> => {
    for (const file of waiting) {
      // sha1.c is C++ here, in a namespace of its own; the other .c files are C.
      const isC = file.endsWith('.c') && basename(file) !== 'sha1.c'
      const language = isC ? ['-x', 'c'] : ['-x', 'c++', '-std=c++17']
      const object = join(work, 'objects', `${relative(work, file).replaceAll(/[\\/]/g, '_')}.o`)
      await run('g++', [
        ...language,
        '-O0',
        '-fPIC',
        '-pthread',
        '-w',
        ...defines,
        ...includes,
        '-c',
        file,
        '-o',
        object,
      ])
    }
  }
  await Promise.all([worker(), worker()])
}

export interface RunningServer {
  readonly url: string
  /** Ends the process, and resolves when it has ended. */
  stop(): Promise<void>
}

/**
 * Starts the server on a free port of this machine, with one thread, and waits until it answers.
 *
 * Not with TinyLlama's own chat template: if a template begins the reply with a mark that is not one token, the
 * server answers "Failed to initialize samplers" to any `response_format` (its `common_sampler_init` leaves out the
 * mark's first token). A `grammar` works with every template.
 */
export async function startServer(server: string, model: string): Promise<RunningServer> {
  const port = await freePort()
  const where = ['--host', '127.0.0.1', '--port', String(port)]
  const how = [
    '-t',
    '1',
    '-tb',
    '1',
    '-c',
    '2048',
    '-np',
    '1',
    '--no-webui',
    '--no-jinja',
    '--chat-template',
    'llama2',
  ]
  const child = spawn(server, ['-m', model, ...where, ...how], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL')
    await ended
  }
  process.once('exit', () => child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  try {
    await untilHealthy(url, child)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, stop }
}

async function untilHealthy(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (child.exitCode !== null) throw new Error(`llama-server ended with exit code ${child.exitCode}`)
    const isHealthy = await fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isHealthy) return
    await sleep(200)
  }
  throw new Error('llama-server did not answer within a minute')
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port is free')
  return address.port
}
