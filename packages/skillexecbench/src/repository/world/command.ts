import { type Line, type Lines, lines } from '../../shared/lines.ts'

const forms = {
  Commit: 'Commit({branch}, {file})',
  CherryPick: 'CherryPick({commit}, {branch})',
  Merge: 'Merge(pr_{pr})',
  CreatePR: 'CreatePR({branch})',
  FixCI: 'FixCI({branch})',
  RunTests: 'RunTests({branch})',
  CreateRelease: 'CreateRelease({branch})',
  Rollback: 'Rollback({branch})',
  Wait: 'Wait',
} as const
const parts = {
  branch: '[a-z][a-z0-9_]{0,39}',
  file: '[a-z][a-z0-9_]{0,39}\\.ts',
  commit: 'c[1-9][0-9]{0,8}',
  pr: { number: '[1-9][0-9]{0,8}' },
} as const

export type Command = Line<typeof forms, typeof parts>

/** Actions, to the letter: one space after a comma and none elsewhere. */
export const commands: Lines<Command> = lines(forms, parts)
