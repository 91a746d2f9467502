import fc from 'fast-check'
import { laidOut, playLaid, sessions } from '../test/laid-session.ts'
import type { Subject } from './_fuzz-subject.ts'

/** Sessions whose states a layout writes, each way of writing in turn. */
export const laid: Subject<unknown> = {
  name: 'layouts',
  casesPerRun: 1,
  arbitrary: fc.tuple(fc.constantFrom(...laidOut), sessions),
  run: (input) => {
    const [layout, session] = input as [(typeof laidOut)[number], Parameters<typeof playLaid>[0]]
    playLaid(session, layout)
    return 1
  },
}
