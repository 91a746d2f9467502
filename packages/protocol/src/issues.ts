/**
 * What went wrong, for programs.
 *
 * - `invalid-skill`: the skill's schema does not compile, or its initial state does not pass it.
 * - `invalid-reply`: every attempt of a step gave a reply from which no decision could be read, and the environment has
 *   no no-op.
 * - `invalid-patch`: no attempt of a step passed, at least one was readable, and the environment has no no-op.
 * - `invalid-option`: an option of a call is out of range.
 * - `reply-too-large`: a model's reply exceeds the limit of the harness.
 * - `environment-misuse`: a call out of order, such as `step` before `reset` or after the end.
 * - `environment-failed`, `model-failed`: the environment or the model threw; `cause` has the original error.
 * - `missing-key`: a provider needs a key, and the environment variable that should hold it is not set, or holds none.
 * - `model-refused`: the provider rejects the request as it is, or answers with what cannot be taken (a redirect, a
 *   body without end), so that asking again would not help.
 * - `unknown-request`: a recording of a model's responses does not hold the request, or does not say whether replies
 *   keep to the schema that a replay is asked about.
 * - `invalid-recording`: a file of recorded responses does not have the documented format, or its folder holds the
 *   recording of another model.
 * - `runtime-stopped`: a runtime returned although the environment was not done.
 * - `script-exhausted`: a scripted model has no reply left.
 * - `invented-value`: a scripted model answered with a value that its prompt does not show.
 * - `unreadable-prompt`: the reference model cannot find the parts of the prompt it was given.
 * - `invalid-run`: a folder holds no run, or another one than expected.
 * - `invalid-data`: a benchmark's data is missing, damaged, or of another version than expected.
 * - `invalid-trace`: a recorded file does not have the documented format.
 * - `invalid-journal`: a journal does not have the documented format, or was changed after it was written.
 * - `journal-conflict`: somebody else writes to the journal, or has removed it.
 * - `journal-misuse`: a call to a journal or its store that is out of order, or comes after it was closed.
 * - `sandbox-unavailable`: nothing on this machine can run untrusted commands in isolation.
 * - `database-unavailable`: a database cannot be reached, rejects what is asked of it, or is of a version that is not
 *   supported; the message says which, and what to do.
 * - `simulator-failed`: the simulated user of a conversation gave no line; the agent had no part in it.
 * - `limit-reached`: a limit of steps, tokens, cost or time leaves no room; see `LimitReached`.
 * - `outcome-unknown`: an action may have been executed before a crash, and `onUnknown` does not decide.
 */
export type ErrorCode =
  | 'invalid-skill'
  | 'invalid-reply'
  | 'invalid-patch'
  | 'invalid-option'
  | 'reply-too-large'
  | 'environment-misuse'
  | 'environment-failed'
  | 'model-failed'
  | 'missing-key'
  | 'model-refused'
  | 'unknown-request'
  | 'invalid-recording'
  | 'runtime-stopped'
  | 'script-exhausted'
  | 'invented-value'
  | 'unreadable-prompt'
  | 'invalid-run'
  | 'invalid-data'
  | 'invalid-trace'
  | 'invalid-journal'
  | 'journal-conflict'
  | 'journal-misuse'
  | 'sandbox-unavailable'
  | 'database-unavailable'
  | 'simulator-failed'
  | 'limit-reached'
  | 'outcome-unknown'

/** One reason why a reply or a patch was rejected. Expected failure is data, not an exception. */
export interface Issue {
  /** JSON Pointer (RFC 6901) into the patch or the state; empty for the whole. */
  readonly path: string
  /** What was expected and what was found, in words that a model can act on. */
  readonly message: string
}

/** Success with a value, or the reasons why not. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: readonly Issue[] }
