/** What the official environment answers if an exception stops an action. */
export const MALFORMED = 'Malformed command'

export const TIMED_OUT = 'Command timed out'

export const WRONG_FLAG = 'Submitted flag is incorrect. Keep trying!'

export const SKIPPED = 'skipped'

/** What Docker answers for `python -c` in the official image, in which only `python3` exists. */
export const NO_PYTHON: string =
  'OCI runtime exec failed: exec failed: unable to start container process: ' +
  'exec: "python": executable file not found in $PATH: unknown\r\n'
