import { DEFAULT_ATTEMPTS } from '@skill-state/core'
import { z } from 'zod'

/** Replies that a step may ask for, the first included. */
export const attempts: z.ZodDefault<z.ZodInt> = z.int().min(1).default(DEFAULT_ATTEMPTS)

/** Code points of a whole prompt to which the paper pins its controls: about what SKILL.state's has. */
export const PINNED_PROMPT_CHARS = 1800

/** Most Unicode code points of a whole prompt. It is longer only if instructions and newest observation alone are. */
export const maxPromptChars: z.ZodDefault<z.ZodInt> = z.int().min(1).default(PINNED_PROMPT_CHARS)
