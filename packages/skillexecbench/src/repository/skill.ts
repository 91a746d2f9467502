import type { JsonObject, Skill } from '@skill-state/protocol'

const text: JsonObject = { type: 'string', minLength: 1 }
const branch: JsonObject = { ...text, 'x-merge': 'once' }
const fileList: JsonObject = { type: 'array', items: text }

/**
 * P of the repository. The annotations are for runtimes with guards: maps stay maps, a branch never changes. `x-named-by-
 * action` would be wrong: a merge changes pull requests that it does not name.
 */
export function repositorySkill(): Skill {
  return {
    name: 'repository',
    instructions,
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        issues: keyedMap('^issue_[1-9][0-9]*$', {
          properties: { branch, files: fileList, into: text, head: text },
          required: ['branch'],
        }),
        prs: keyedMap('^pr_[1-9][0-9]*$', {
          properties: {
            branch,
            files: fileList,
            into: text,
            head: text,
            ci: { enum: ['pending', 'passed', 'failed', 'stale'] },
          },
          required: ['branch'],
        }),
        release: text,
      },
      required: ['issues', 'prs'],
      additionalProperties: false,
    },
    initialState: { issues: {}, prs: {} },
  }
}

function keyedMap(pattern: string, entry: JsonObject): JsonObject {
  return {
    type: 'object',
    propertyNames: { pattern },
    additionalProperties: { type: 'object', ...entry, additionalProperties: false },
    'x-keep-container': true,
  }
}

const instructions = `You maintain a repository with the branch master. Each observation ends with one event, below the result of your last action and other news. Answer it with exactly one action:
Commit(<branch>, <file>): an issue is assigned, or a PR's file needs changes
CreatePR(<branch>): an issue is ready for review
FixCI(<branch>): a PR's CI failed
Merge(pr_<number>): a PR is approved
CreateRelease(<branch>): a PR's release is requested
RunTests(<branch>): instead of a merge or release while CI is stale (FixCI while it failed)
CherryPick(<commit>, <release>): backport a PR's newest commit to the newest release
Rollback(<branch>): undo a PR's newest commit
Wait
Rules: a new PR, commit, fix, rollback or test run starts CI, pending until it is reported. A merge moves the PR's commits and files to its target, deletes its branch, and makes stale the CI of each open PR that shares a file with it, comes from its target, or targeted the deleted branch (and now targets the merge's target). A refused action changes nothing.
The state holds what is open: {"issues": {"issue_1": {"branch": "kite_12", "files": ["auth.ts"], "into": "master", "head": "c1"}}, "prs": {"pr_2": {<the same>, "ci": "passed"}}, "release": "release_1"}.`
