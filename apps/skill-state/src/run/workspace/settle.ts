import type { Change } from './changes.ts'
import type { Workspace } from './workspace.ts'

/** What became of the files that commands changed. */
export interface SettledFiles {
  readonly folder: string
  readonly changes: readonly Change[]
  /** Where the changes are that the folder does not have; absent if it has all of them. */
  readonly kept?: string | undefined
  /** Changes that must not be applied, with the reason. */
  readonly rejected: readonly { readonly path: string; readonly reason: string }[]
}

interface SettleOptions {
  /** Whether the changes are to be applied: what `--write` or the person says. */
  readonly agreed: (changes: readonly Change[]) => Promise<boolean>
}

/** Brings the changes into the user's folder if that is agreed, and else keeps them. The shell must be closed. */
export async function settleFiles(workspace: Workspace, { agreed }: SettleOptions): Promise<SettledFiles> {
  const { folder } = workspace
  const changes = workspace.changes()
  if (changes.length > 0 && !(await agreed(changes)))
    return { folder, changes, kept: workspace.keep(), rejected: [] }
  const rejected = changes.flatMap((change) => {
    const reason = workspace.apply(change)
    return reason === undefined ? [] : [{ path: change.path, reason }]
  })
  if (rejected.length > 0) return { folder, changes, kept: workspace.keep(), rejected }
  workspace.discard()
  return { folder, changes, rejected }
}
