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

/** A conversation that is under way. */
export interface Conversation {
  /** Plays the next turns, and gives the number of calls of the model. */
  play(turns: number): Promise<number>
}

/** Starts a conversation at each call. */
export async function conversations(name: string): Promise<() => Promise<Conversation>> {
  const version = await load(name)
  return async () => {
    const desk = new Desk(false)
    const run = await version.start(desk)
    let turn = 0
    return {
      async play(turns) {
        const before = desk.sent.length
        for (const end = turn + turns; turn < end; turn += 1) await run.say(desk.message(turn))
        return desk.sent.length - before
      },
    }
  }
}

async function load(name: string): Promise<BookingVersion> {
  const { version } = (await VERSIONS[name]?.()) ?? {}
  if (version) return version
  throw new Error(`no version "${name}": there are ${Object.keys(VERSIONS).join(', ')}`)
}

export async function measure(name: string, turns: number): Promise<Measured> {
  const version = await load(name)
  const played = await play(version, turns)
  return { version: name, lines: linesOf(version), ...played, cpu: await time(version, turns) }
}

/** The same, without lines and times. */
export async function converse(
  name: string,
  turns: number,
): Promise<Omit<Measured, 'version' | 'lines' | 'cpu'>> {
  return await play(await load(name), turns)
}

async function play(
  version: BookingVersion,
  turns: number,
): Promise<Omit<Measured, 'version' | 'lines' | 'cpu'>> {
  const desk = new Desk()
  const run = await version.start(desk)
  const [replies, prompts]: [string[], number[]] = [[], []]
  for (let turn = 0; turn < turns; turn += 1) {
    const before = desk.sent.length
    replies.push(await run.say(desk.message(turn)))
    prompts.push(Math.max(...desk.sent.slice(before)))
  }
  return { calls: desk.calls, replies, state: await run.state?.(), prompts }
}

/** Plays it again, now that it is compiled. */
async function time(version: BookingVersion, turns: number): Promise<number[]> {
  const desk = new Desk(false)
  const run = await version.start(desk)
  const cpu: number[] = []
  const started = process.cpuUsage()
  for (let turn = 0; turn < turns; turn += 1) {
    await run.say(desk.message(turn))
    const { user, system } = process.cpuUsage(started)
    cpu.push((user + system) / 1_000 / desk.sent.length)
  }
  return cpu
}

/** Lines of code of the version: a file shows what it has with a state, and what it had before. */
function linesOf({ source, name }: BookingVersion): number {
  const other = name.endsWith('-raw') ? '[!code ++]' : '[!code --]'
  const lines = readFileSync(new URL(`../${source}`, import.meta.url), 'utf8').split('\n')
  return lines.filter((line) => line.trim() !== '' && !line.startsWith('//') && !line.includes(other)).length
}
