import { journal } from '../journal.ts'
import { otel } from '../otel.ts'
import { trace } from '../trace.ts'
import type { GatheredFormat } from './gatherer.ts'

/** The formats whose episodes are spread over many records of a file. */
export const gatheredFormats: readonly GatheredFormat[] = [trace, journal, otel]
