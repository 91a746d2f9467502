/** Files of hosts as people have them, by what is odd about them. */
export interface HookHome {
  readonly host: 'claude-code' | 'codex'
  readonly files: Readonly<Record<string, string>>
  /** The file is a link to one elsewhere. */
  readonly isLinked?: boolean
  readonly mode?: number
}

const SETTINGS = '.claude/settings.json'
const CONFIG = '.codex/config.toml'
const HOOKS = '.codex/hooks.json'
const OTHERS = '{ "matcher": "Edit", "hooks": [{ "type": "command", "command": "true" }] }'
const claude = (text: string, more: Partial<HookHome> = {}): HookHome => ({
  host: 'claude-code',
  files: { [SETTINGS]: text },
  ...more,
})
const codex = (text: string, more: Partial<HookHome> = {}): HookHome => ({
  host: 'codex',
  files: { [CONFIG]: text },
  ...more,
})

export const HOMES: Readonly<Record<string, HookHome>> = {
  'no files of Claude Code': { host: 'claude-code', files: {} },
  'no files of Codex': { host: 'codex', files: {} },
  'empty settings': claude(''),
  'blank settings': claude(' \n\n'),
  'an empty object': claude('{}'),
  'a byte order mark': claude('\uFEFF{\n  "model": "opus"\n}\n'),
  CRLF: claude('{\r\n\t"model": "opus",\r\n\t"hooks": {\r\n\t}\r\n}\r\n'),
  comments: claude(
    `{\n  // mine\n  "hooks": {\n    "PostToolUse": [\n      ${OTHERS} // last\n    ] /* end */\n  } // more\n}`,
  ),
  'trailing commas': claude(`{ "hooks": { "SessionStart": [ ${OTHERS}, ], }, }`),
  'hooks of others': claude(
    `{"hooks":{"PostToolUse":[${OTHERS}],"Stop":[${OTHERS}],"SessionEnd":[]},"env":{"A":"1"}}`,
  ),
  'a key twice elsewhere': claude('{"env": {"A": "1", "A": "2"}, "x": 1e3, "y": "\\u0041"}'),
  'a link': claude('{\n "model": "opus"\n}', { isLinked: true }),
  'a mode of its own': claude('{"a": [1,\n2]}', { mode: 0o600 }),
  'TOML with comments': codex(
    '# mine\nmodel = "x" # best\n\n[mcp_servers.other] # o\ncommand = "true"\nargs = [\n  "a", # one\n]\n# end',
  ),
  'TOML with CRLF and a byte order mark': codex('\uFEFFmodel = "x"\r\n[features]\r\nhooks = true\r\n'),
  'TOML with hooks of others': codex(
    '[[hooks.SessionStart]]\n[[hooks.SessionStart.hooks]]\ntype = "command"\ncommand = "true"\n[hooks.state."a:SessionStart:0:0"]\ntrusted_hash = "1"\n',
  ),
  'hooks.json of others': {
    host: 'codex',
    files: { [CONFIG]: 'a = 1\n', [HOOKS]: `{\n    "hooks": {\n        "Stop": [ ${OTHERS} ]\n    }\n}\n` },
  },
  'hooks.json with another key': { host: 'codex', files: { [HOOKS]: '{"description": "mine"}' } },
  'TOML that is a link': codex('a = 1', { isLinked: true }),
  'an empty TOML': codex(''),
  'letters beyond ASCII': claude('{"statusLine": "Łódź 🚀"}'),
}

/** What is left alone, with the reason. */
export const REJECTED: Readonly<Record<string, readonly [HookHome, RegExp]>> = {
  'a file that does not parse': [claude('{"hooks": {'), /settings\.json:1: not JSON \(.+\); correct it/],
  'hooks twice': [claude('{"hooks": {}, "hooks": {}}'), /it has "hooks" twice/],
  'an event twice': [claude('{"hooks": {"SessionEnd": [], "SessionEnd": []}}'), /it has "SessionEnd" twice/],
  'hooks of another type': [claude('{"hooks": []}'), /"hooks" is no object/],
  'an event of another type': [claude('{"hooks": {"SessionEnd": {}}}'), /"SessionEnd" no list/],
  'a list': [claude('[]'), /"hooks" is no object/],
  'a read-only file': [claude('{}', { mode: 0o444 }), /is read-only/],
  'TOML that does not parse': [codex('a = '), /config\.toml: .+; correct it/],
  'TOML that has the server': [
    codex('[mcp_servers.skill-state]\ncommand = "x"\n'),
    /with our lines at its end: /,
  ],
  'TOML with servers in a line': [
    codex('mcp_servers = { a = { command = "x" } }\n'),
    /with our lines at its end: /,
  ],
  'hooks.json that does not parse': [{ host: 'codex', files: { [HOOKS]: '{' } }, /hooks\.json:1: not JSON/],
}
