import { typedCommand } from '@skill-state/eval/command-line'
import type { McpServer, openMcp } from '@skill-state/mcp'

/** Of `openMcp`. */
export type ServerOptions = NonNullable<Parameters<typeof openMcp>[1]>

/** The server that `--mcp` names: an address, or a command. */
export const serverOf = (text: string): McpServer =>
  /^https?:\/\//.test(text) ? { url: text } : typedCommand(text, '--mcp')
