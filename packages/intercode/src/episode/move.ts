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
