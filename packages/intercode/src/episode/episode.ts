import type { Action, Outcome } from '@skill-state/protocol'
import { type Challenge, folderOf } from '../data/challenge.ts'
import type { EpisodeLimits, EpisodeStatus, Mode, Move, Run } from './mode.ts'
import { joinLines } from './mode.ts'
import type { Workspace } from './workspace.ts'

export interface EpisodeRules {
  readonly mode: Mode
  readonly limits: EpisodeLimits
}

export interface Turn {
  /** The whole observation; what is shown of it, the mode decides. */
  readonly observation: string
  readonly reward: 0 | 1
  /** Nothing was executed: the action could not be read. */
  readonly refused: boolean
}

/** One running episode. The caller that opened the workspace closes it. */
export class Episode implements EpisodeStatus {
  readonly #challenge: Challenge
  readonly #rules: EpisodeRules
  readonly #workspace: Workspace
  #folder: string
  #previous = ''
  #over = false
  #reward: 0 | 1 = 0
  readonly #count = { turns: 0, commands: 0, submits: 0, timeouts: 0, lostSandboxes: 0 }

  constructor(challenge: Challenge, rules: EpisodeRules, workspace: Workspace) {
    this.#challenge = challenge
    this.#rules = rules
    this.#workspace = workspace
    this.#folder = folderOf(challenge)
  }

  /** A right flag, `skip` or the last turn ends the episode. */
  get isOver(): boolean {
    return this.#over || this.turnsLeft === 0
  }

  get turnsLeft(): number {
    return this.#rules.limits.turns - this.#count.turns
  }

  get folder(): string {
    return this.#folder
  }

  /** Takes one action. Throws what the sandbox throws, then without a turn taken. */
  async act(action: Action, signal?: AbortSignal): Promise<Turn> {
    const turn = await this.#execute(this.#read(action), signal)
    this.#count.turns += 1
    return turn
  }

  /** 1 once the right flag has been submitted. */
  outcome(): Outcome {
    return { reward: this.#reward, metrics: { ...this.#count } }
  }

  #read(action: Action): Move {
    if (typeof action === 'string') return this.#rules.mode.read(action, this.#folder)
    return { kind: 'refuse', text: 'Error: an action is a text, not a JSON value.' }
  }

  async #execute(move: Move, signal: AbortSignal | undefined): Promise<Turn> {
    if (move.kind === 'refuse') return this.#note({ ...plain, observation: move.text, refused: true })
    if (move.kind === 'submit') return this.#submit(move.flag)
    if (move.kind === 'run') return this.#note({ ...plain, observation: await this.#run(move, signal) })
    const { skipped } = this.#rules.mode
    const observation = move.run === undefined ? skipped : await this.#run(move.run, signal)
    this.#over = true
    return { ...plain, observation }
  }

  /** The flag never leaves the host: the action's text is compared here. */
  #submit(flag: string): Turn {
    const right = this.#challenge.gold.equals(flag)
    this.#count.submits += 1
    if (right) {
      this.#reward = 1
      this.#over = true
    }
    const observation = this.#rules.mode.tellVerdict(right, this.#previous)
    return { ...plain, observation, reward: right ? 1 : 0 }
  }

  /** Keeps the observation: in the official environment a right flag is answered with the one before. */
  #note(turn: Turn): Turn {
    this.#previous = turn.observation
    return turn
  }

  async #run({ command, from, enters }: Run, signal: AbortSignal | undefined): Promise<string> {
    const { mode, limits } = this.#rules
    const { timeoutMs } = limits
    const cwd = from ?? this.#folder
    const { result, renewed } = await this.#workspace.run({ command, cwd, timeoutMs, signal })
    this.#count.commands += 1
    if (result.timedOut) this.#count.timeouts += 1
    const entered = result.exitCode === 0 ? enters?.(new TextDecoder().decode(result.output)) : undefined
    if (entered !== undefined) this.#folder = entered
    const observation = mode.tell({ result, timeoutMs, entered })
    return renewed ? this.#beginAnew(observation) : observation
  }

  #beginAnew(observation: string): string {
    this.#count.lostSandboxes += 1
    this.#folder = folderOf(this.#challenge)
    return joinLines(
      observation,
      `The sandbox ended and was started anew: the files are as at the start, the folder is ${this.#folder}.`,
    )
  }
}

const plain = { reward: 0, refused: false } as const
