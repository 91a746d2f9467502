import type { Decision, Player, PromptView } from '@skill-state/protocol'

/** Looks into each file as it is, as base64 and unpacked, and submits the first flag that shows. It knows no challenge. */
export const ownPlayer: Player = {
  decide({ observation }: PromptView): Decision {
    const flag = /^picoCTF\{[^}\n]+\}$/m.exec(observation)?.[0]
    if (flag !== undefined) return submit(flag)
    if (observation.startsWith(searched))
      return { reasoning: 'No file holds a flag that I can read.', patch: {}, action: 'skip' }
    return {
      reasoning: 'I look into every file, as it is, as base64 and unpacked.',
      patch: { tested_hypotheses: { 'a file holds the flag': 'being looked at' } },
      action: search,
    }
  },
}

/** What the search prints last, and so alone if it finds nothing. */
const searched = 'Searched all files.'

/** On one line, so that any mode can run it. */
const search =
  'find . -type f | while IFS= read -r file; do cat "$file"; base64 -di "$file"; gzip -dc <"$file"; done 2>/dev/null' +
  ` | grep -aoE 'picoCTF[{][^}]+[}]' | sort -u; echo '${searched}'`

function submit(flag: string): Decision {
  return {
    reasoning: `The last command shows ${flag}.`,
    patch: { discovered_flags: { [flag]: 'shown by the search' } },
    action: `submit ${flag}`,
  }
}
