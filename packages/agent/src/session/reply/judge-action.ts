import { type ActionReader, actionReader } from '@skill-state/core'
import { type Issue, isJsonObject, type JsonObject } from '@skill-state/protocol'
import { REPLY } from '@skill-state/tools'

const MOST_REASONS = 2

/**
 * Judges an action against the tool that it names, and no other. `schema` is that of a `ToolWorld` whose actions are written
 * as a `map`; `withReply` says whether a call may carry a reply.
 */
export function actionJudge(schema: JsonObject, withReply: boolean): ActionReader {
  const read = actionReader({ actionSchema: schema })
  const known = Object.keys(isJsonObject(schema.properties) ? schema.properties : {})
  return (action) => {
    const names = isJsonObject(action) ? Object.keys(action) : []
    const issue = isJsonObject(action) ? wrongNames(names, known, withReply) : notAnObject
    if (issue !== undefined) return { ok: false, issues: [{ path: '/action', message: issue }] }
    const judged = read(action)
    return judged.ok ? judged : { ok: false, issues: judged.issues.slice(0, MOST_REASONS).map(inAction) }
  }
}

const notAnObject = `expected an object with one key, the name of the action: {"${REPLY}": "<text>"} answers the user`

function wrongNames(
  names: readonly string[],
  known: readonly string[],
  withReply: boolean,
): string | undefined {
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined)
    return `there is no action ${quoted(unknown)}: expected one of ${known.join(', ')}`
  const counted = withReply && names.length > 1 ? names.filter((name) => name !== REPLY) : names
  if (counted.length === 1) return undefined
  return counted.length === 0
    ? notAnObject
    : `expected one action, found ${counted.map(quoted).join(' and ')}`
}

function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 60))
}

function inAction({ path, message }: Issue): Issue {
  return { path: `/action${path}`, message }
}
