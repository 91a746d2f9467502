import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { invalidOption, type JsonObject, reasonOf } from '@skill-state/protocol'
import { parse } from 'smol-toml'
import { editOf, type Insertion } from '../install/edit.ts'
import { readTarget } from '../install/files.ts'
import { insertGroups } from '../install/json-text.ts'
import { type HookEvents, type Host, hookGroups, hookWords } from '../install/program.ts'
import { SERVER } from '../limits.ts'

const EVENTS: HookEvents = {
  SessionStart: {},
  UserPromptSubmit: {},
  PostToolUse: { matcher: 'Bash|apply_patch|Edit|Write|update_plan' },
  PostCompact: {},
  SessionEnd: { timeout: 3 },
}

/**
 * The tools in `config.toml`, as text, since `codex mcp add` drops comments there. The hooks beside those of the user, since Codex
 * warns of two places: in `hooks.json`, or in `config.toml`. Always last: its trust in a hook counts places.
 */
export const codex: Host = {
  edits(installation) {
    const home = process.env.CODEX_HOME ?? join(homedir(), '.codex')
    const toml = readTarget(join(home, 'config.toml'))
    const [command, ...args] = hookWords(installation, 'serve')
    const groups = hookGroups(installation, EVENTS)
    const server = [`[mcp_servers.${SERVER}]`, ...assigned({ command: command ?? '', args })]
    if (!existsSync(join(home, 'hooks.json'))) {
      const lines = Object.entries(groups).flatMap(([event, group]) => ['', ...groupLines(event, group)])
      return [editOf(toml, appended(toml, [...server, ...lines]))]
    }
    const json = readTarget(join(home, 'hooks.json'))
    return [editOf(toml, appended(toml, server)), editOf(json, insertGroups(json, groups))]
  },
  note: 'Codex runs a hook only if you trust it: start codex and type /hooks. It keeps that in its config.toml ([hooks.state]).',
}

function assigned(values: JsonObject): readonly string[] {
  return Object.entries(values).map(
    ([key, value]) => `${key} = ${JSON.stringify(value).replaceAll('","', '", "')}`,
  )
}

function groupLines(event: string, { hooks, ...matcher }: JsonObject): readonly string[] {
  const [handler] = hooks as readonly JsonObject[]
  return [`[[hooks.${event}]]`, ...assigned(matcher), `[[hooks.${event}.hooks]]`, ...assigned(handler ?? {})]
}

/** The lines at the end of a TOML text, which parses before and after. */
function appended(
  { file, text = '' }: ReturnType<typeof readTarget>,
  lines: readonly string[],
): readonly Insertion[] {
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const gap = text === '' ? '' : text.endsWith('\n') ? eol : `${eol}${eol}`
  const added = `${gap}${lines.join(eol)}${eol}`
  for (const each of [text, text + added]) {
    try {
      parse(each.replace(/^\uFEFF/, ''))
    } catch (error) {
      const [reason] = reasonOf(error).split('\n')
      const when = each === text ? '' : ' with our lines at its end'
      throw invalidOption(`${file}${when}: ${reason}; correct it, then repeat`)
    }
  }
  return [{ at: text.length, text: added }]
}
