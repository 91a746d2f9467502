import { readFileSync } from 'node:fs'
import { Desk } from './desk.ts'
import { type BookingVersion, VERSIONS } from './version.ts'

/** What one version does in a conversation of some turns. */
export interface Measured {
  readonly version: string
  /** Lines of the agent's source that are neither blank nor comments. */
  readonly lines: number
  readonly calls: readonly string[]
  readonly replies: readonly string[]
  readonly state: unknown
  /** Most characters of a call of the model in each turn. */
  readonly prompts: readonly number[]
  /** Milliseconds of CPU for each call of the model, over all turns so far. */
  readonly cpu: readonly number[]
}

/** Plays one conversation of some turns at each call, and gives the number of calls of the model. */
export async function conversation(name: string): Promise<(turns: number) => Promise<number>> {
  const version = await load(name)
  return async (turns) => {
    const desk = new Desk()
    const run = await version.start(desk)
    for (let turn = 0; turn < turns; turn += 1) await run.say(desk.message(turn))
    return desk.sent.length
  }
}

async function load(name: string): Promise<BookingVersion> {
  const { version } = (await VERSIONS[name]?.()) ?? {}
  if (version) return version
  throw new Error(`no version "${name}": there are ${Object.keys(VERSIONS).join(', ')}`)
}

export async function measure(name: string, turns: number): Promise<Measured> {
  const version = await load(name)
  await play(version, 30) // so that what is measured is compiled
  return { version: name, lines: linesOf(version), ...(await play(version, turns)) }
}

async function play(version: BookingVersion, turns: number): Promise<Omit<Measured, 'version' | 'lines'>> {
  const desk = new Desk()
  const run = await version.start(desk)
  const [replies, prompts, cpu]: [string[], number[], number[]] = [[], [], []]
  const started = process.cpuUsage()
  for (let turn = 0; turn < turns; turn += 1) {
    const before = desk.sent.length
    replies.push(await run.say(desk.message(turn)))
    prompts.push(Math.max(...desk.sent.slice(before)))
    const { user, system } = process.cpuUsage(started)
    cpu.push((user + system) / 1_000 / desk.sent.length)
  }
  return { calls: desk.calls, replies, state: await run.state?.(), prompts, cpu }
}

/** Lines of code of the version: a file shows what it has with a state, and what it had before. */
function linesOf({ source, name }: BookingVersion): number {
  const other = name.endsWith('-raw') ? '[!code ++]' : '[!code --]'
  const lines = readFileSync(new URL(`../${source}`, import.meta.url), 'utf8').split('\n')
  return lines.filter((line) => line.trim() !== '' && !line.startsWith('//') && !line.includes(other)).length
}
