import type { Model } from '@skill-state/protocol'
import { stopMark } from '../evaluator/episode.ts'
import { briefOf, promptedUser } from './model-user.ts'
import type { UserStrategy } from './user.ts'

const label = 'User Response:'

/** The official strategy `react`: a thought first, which the agent never sees, then the line. No record holds the thoughts. */
export function reactUser(model: Model): UserStrategy {
  return {
    name: 'react',
    description: `played by ${model.id}, which thinks before each line`,
    open: ({ instruction }) =>
      promptedUser({
        model,
        brief: briefOf(instruction, [
          'Begin with a thought about what the customer should do now. The agent does not see it.',
          'Then write one line, the next thing that the customer says. The agent sees this line alone.',
        ]),
        request: `Write both, in this form:\n\nThought:\n<your thought>\n\n${label}\n<the customer's line>`,
        read: readLine,
        write: (line) => `${label}\n${line}`,
      }),
  }
}

/** The stop mark alone if it is anywhere in the reply, also in the thought, as officially; else what follows the last label. */
function readLine(reply: string): string | undefined {
  if (reply.includes(stopMark)) return stopMark
  const at = reply.lastIndexOf(label)
  return at === -1 ? undefined : reply.slice(at + label.length).trim()
}
