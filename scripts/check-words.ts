/**
 * Finds private idiom in prose that people read: READMEs, pages, help, errors, comments, titles of tests.
 *
 *   node scripts/check-words.ts
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** What docs/glossary.md and good documentation do not say, and what they say instead. */
const phrases: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\b(that|which) is none\b/, 'invalid'],
  [/\bis none of\b/, 'is not one of'],
  [/\bwhoever\b/i, 'who does it: a program, a caller, a user'],
  [/\b(answers|tells|asks|names) nobody\b/, 'what fails'],
  [/\bfull house\b/, 'when all slots are used'],
  [/\bto mend (it|this)\b/i, 'Fix:'],
  [/\bwhat none\b/i, 'what no … does'],
  [/\bgives? (a |the )?\w+ up that\b/, 'stops after'],
  [/\b(is|are|was) dear\b|\bdearer\b/, 'costs more'],
  [/\bsave (for|that)\b/, 'except'],
  [/\bnoise tells\b|\btells its repetition\b/, 'is used to estimate'],
  [
    /(?<!Your (last )?)\b(patch|patches|reply|replies) (is|are|was|were|that is|that was) refused\b/,
    'rejected',
  ],
  [/\brefuses? (a|the|any|every) (patch|reply|option)\b/, 'rejects'],
  [/\brefused (patch|patches|reply|replies|options?)\b/i, 'rejected'],
  [/\bhas so (one|a|no)\b/, 'so it has'],
  [/\b(naught|aught|hitherto|whereof|thereof|lest)\b/i, 'plain English'],
]

const pathspecs = ['*.ts', '*.tsx', '*.md', ':!**/CHANGELOG.md', ':!**/*.snap', ':!scripts/check-words.ts']
const files = execFileSync('git', ['ls-files', '--', ...pathspecs], { encoding: 'utf8' })
  .trim()
  .split('\n')
const found = files.flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, at) =>
      phrases
        .filter(([phrase]) => phrase.test(line))
        .map(([phrase, instead]) => `${file}:${at + 1}: "${phrase.exec(line)?.[0]}": say ${instead}\n`),
    ),
)
process.stderr.write(found.join(''))
process.exitCode = found.length > 0 ? 1 : 0
