import type { Tool } from '../tool.ts'

/** The tool of both domains that lets a model think aloud: it changes nothing and answers nothing. */
export const think: Tool = {
  name: 'think',
  className: 'Think',
  parameters: ['thought'],
  run: () => '',
}
