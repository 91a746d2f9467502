import type { Issue } from '@skill-state/protocol'
import { oneLine } from '../json/excerpt.ts'

/**
 * The prompt of a step that is asked again: the same prompt, then why the last reply was refused, one reason
 * a line. The refused reply itself is not shown. The paper has no text for this; this one is ours.
 */
export function withReasons(prompt: string, issues: readonly Issue[]): string {
  const reasons = issues.map(({ path, message }) => {
    return path === '' ? `- ${oneLine(message, 500)}` : `- ${oneLine(path, 200)}: ${oneLine(message, 500)}`
  })
  return `${prompt}

Your last reply was refused and nothing was executed. Reasons:
${reasons.join('\n')}

Give your whole reply again, in the format asked for above, with these points corrected.`
}
