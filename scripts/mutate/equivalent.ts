import type { Mutant } from './mutants.ts'

interface Equivalent {
  readonly file: string
  readonly from: string
  readonly to: string
  readonly why: string
}

const [FILE, SQLITE] = ['packages/core/src/journal/file.ts', 'packages/core/src/journal/sqlite.ts']
const COMPRESS = 'packages/core/src/journal/record/compress.ts'
const SESSION = 'packages/agent/src/session'
const [CONVERSATION, VIEW] = [`${SESSION}/conversation.ts`, `${SESSION}/view.ts`]
const READ_REPLY = `${SESSION}/reply/read-reply.ts`

/** Faults that change nothing that anybody can see. */
const EQUIVALENT: readonly Equivalent[] = [
  { file: COMPRESS, from: '16_384', to: '16385', why: 'a text is read whether it is compressed or not' },
  { file: COMPRESS, from: '2', to: '3', why: 'any quality of Brotli is read' },
  {
    file: FILE,
    from: 'options.sync ?? false',
    to: 'options.sync',
    why: 'nothing asks but whether it is true',
  },
  { file: SQLITE, from: '4', to: '5', why: 'the memory on which a pause waits may be larger' },
  {
    file: SQLITE,
    from: 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE)',
    to: ';',
    why: 'without pauses it tries as often',
  },
  { file: READ_REPLY, from: 'find', to: 'findLast', why: 'of two members of a call one is its name' },
  { file: CONVERSATION, from: 'find', to: 'findLast', why: 'an action names one tool' },
  { file: VIEW, from: 'find', to: 'findLast', why: 'an action names one tool' },
]

/** Why nothing can notice the fault; undefined if something should. */
export function equivalent({ file, from, to }: Mutant): string | undefined {
  return EQUIVALENT.find((one) => one.file === file && one.from === from && one.to === to)?.why
}
