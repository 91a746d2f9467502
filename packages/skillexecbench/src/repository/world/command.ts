import type { Action } from '@skill-state/protocol'

/** An action of the repository, read. `Merge(pr_7)` is the pull request 7. */
export type Command =
  | { readonly verb: 'Commit'; readonly branch: string; readonly file: string }
  | { readonly verb: 'CherryPick'; readonly commit: string; readonly branch: string }
  | { readonly verb: 'Merge'; readonly pr: number }
  | { readonly verb: BranchVerb; readonly branch: string }
  | { readonly verb: 'Wait' }

type BranchVerb = 'CreatePR' | 'FixCI' | 'RunTests' | 'CreateRelease' | 'Rollback'

const branch = '([a-z][a-z0-9_]{0,39})'
const onBranch = new RegExp(`^(CreatePR|FixCI|RunTests|CreateRelease|Rollback)\\(${branch}\\)$`)
const commit = new RegExp(`^Commit\\(${branch}, ([a-z][a-z0-9_]{0,39}\\.ts)\\)$`)
const cherryPick = new RegExp(`^CherryPick\\((c[1-9][0-9]{0,8}), ${branch}\\)$`)
const merge = /^Merge\(pr_([1-9][0-9]{0,8})\)$/

/** Reads an action to the letter: one space after a comma and none elsewhere. Undefined if it is not one. */
export function parseCommand(action: Action): Command | undefined {
  if (typeof action !== 'string') return undefined
  if (action === 'Wait') return { verb: 'Wait' }
  const [, verb, of] = onBranch.exec(action) ?? []
  if (verb !== undefined && of !== undefined) return { verb: verb as BranchVerb, branch: of }
  const [, changed, file] = commit.exec(action) ?? []
  if (changed !== undefined && file !== undefined) return { verb: 'Commit', branch: changed, file }
  const [, picked, onto] = cherryPick.exec(action) ?? []
  if (picked !== undefined && onto !== undefined) return { verb: 'CherryPick', commit: picked, branch: onto }
  const [, pr] = merge.exec(action) ?? []
  return pr === undefined ? undefined : { verb: 'Merge', pr: Number(pr) }
}

/** Writes the command so that `parseCommand` reads it again. */
export function formatCommand(command: Command): string {
  switch (command.verb) {
    case 'Commit':
      return `Commit(${command.branch}, ${command.file})`
    case 'CherryPick':
      return `CherryPick(${command.commit}, ${command.branch})`
    case 'Merge':
      return `Merge(pr_${command.pr})`
    case 'Wait':
      return 'Wait'
    default:
      return `${command.verb}(${command.branch})`
  }
}
