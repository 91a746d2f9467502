import type { SessionFormat } from '../session.ts'
import { claudeCode } from './claude-code.ts'
import { codex } from './codex.ts'
import { gemini } from './gemini.ts'
import { opencode } from './opencode.ts'
import { pi } from './pi.ts'

/** The hosts whose sessions are read; the first that recognises a record reads its file. */
export const sessionFormats: readonly SessionFormat[] = [claudeCode, codex, pi, opencode, gemini]
