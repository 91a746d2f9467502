import type { ExecResult } from '@skill-state/sandbox'

/** Limits of an episode. */
export interface EpisodeLimits {
  /** Actions, refused ones included; the last one ends the episode. */
  readonly turns: number
  /** Wall time of one command, in milliseconds. */
  readonly timeoutMs: number
  /** How much of an observation is shown, in characters as the mode counts them. */
  readonly characters: number
}

export interface Ran {
  readonly result: ExecResult
  readonly timeoutMs: number
  /** The folder of the actions to come, if the command changed it. */
  readonly entered?: string | undefined
}

export interface EpisodeStatus {
  readonly turnsLeft: number
  /** Where the next command is executed. */
  readonly folder: string
}

/** The rules of one way to run the benchmark: how actions are read, and what is told of them. No state. */
export interface Mode {
  readonly name: 'official' | 'fixed'
  readonly limits: EpisodeLimits
  /** The whole observation before any action. */
  readonly greeting: string
  readonly read: (action: string, folder: string) => Move
  readonly tell: (ran: Ran) => string
  /** The whole observation of a flag that was submitted; `previous` is that of the command before, empty at first. */
  readonly tellVerdict: (right: boolean, previous: string) => string
  readonly skipped: string
  /** What else an observation tells of the episode; empty if nothing. */
  readonly status: (episode: EpisodeStatus) => string
  /** The part of an observation that is shown. Never empty. */
  readonly show: (observation: string, characters: number) => string
}

/** The parts that are not empty, each from a line of its own on; a part that ends with a line break gets no other. */
export function joinLines(...parts: readonly string[]): string {
  return parts
    .filter((part) => part !== '')
    .reduce((above, part) => (above === '' || above.endsWith('\n') ? above : `${above}\n`) + part, '')
}

export type Move =
  | Run
  /** A flag to compare. */
  | { readonly kind: 'submit'; readonly flag: string }
  /** To give up. The observation is that of `run`, if the action is executed before. */
  | { readonly kind: 'skip'; readonly run?: Run }
  /** Nothing is executed; the text says why. */
  | { readonly kind: 'refuse'; readonly text: string }

export interface Run {
  readonly kind: 'run'
  /** A text for `/bin/bash -c`, or a program with its arguments, which no shell sees. */
  readonly command: string | readonly string[]
  /** Absolute path of the folder to execute it in; the current one if absent. */
  readonly from?: string
  /** The folder of the actions to come, if the command ends with exit code 0. */
  readonly enters?: (output: string) => string
}
