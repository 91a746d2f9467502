import { openWholeFile } from '../../trace/files.ts'
import type { Trace } from '../../trace/trace-file.ts'
import { episodeMs } from '../durations.ts'
import { attributes, episodeSpans } from './episode-spans.ts'

export interface OtlpOptions {
  readonly version: string
  /** When the first episode began, in milliseconds since 1970; each further one begins where the last one ended. */
  readonly startMs: number
  /** The prompts of a trace's calls, if contents are to be written. */
  readonly promptsOf?: ((trace: Trace) => Promise<readonly string[]>) | undefined
}

/**
 * Writes the spans of all traces to a file in the OTLP file format: JSON Lines, one `TracesData` an episode. If a
 * trace cannot be read, or `promptsOf` throws, no file is left behind.
 */
export async function writeOtlp(
  path: string,
  traces: Iterable<Trace>,
  { version, startMs, promptsOf }: OtlpOptions,
): Promise<void> {
  using file = openWholeFile(path)
  const resource = { attributes: attributes({ 'service.name': 'skill-state', 'service.version': version }) }
  const scope = { name: '@skill-state/eval', version }
  let begun = startMs
  for (const trace of traces) {
    const prompts = await promptsOf?.(trace)
    const spans = [...episodeSpans(trace, { startMs: begun, prompts })]
    file.write(`${JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope, spans }] }] })}\n`)
    begun += episodeMs(trace)
  }
  file.finish()
}
