import type { AttemptLine } from '../../trace/trace.ts'
import { attributes, type OtlpAttribute } from './attributes.ts'

/** One operation, as OTLP/JSON has it (opentelemetry-proto, `trace.proto`). */
export interface OtlpSpan {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** 16 hexadecimal digits. */
  readonly spanId: string
  readonly parentSpanId?: string | undefined
  readonly name: string
  readonly kind: (typeof SPAN_KIND)[keyof typeof SPAN_KIND]
  /** Nanoseconds since 1970. */
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly OtlpAttribute[]
  readonly events?: readonly OtlpEvent[] | undefined
  readonly status?: { readonly code: 2; readonly message: string } | undefined
}

interface OtlpEvent {
  readonly timeUnixNano?: string | undefined
  readonly name: string
  readonly attributes: readonly OtlpAttribute[]
}

export const SPAN_KIND = { internal: 1, client: 3 } as const

/** A time in milliseconds since 1970, and milliseconds after it, as nanoseconds since 1970. */
export function unixNano(startMs: number, ms: number): string {
  return String(BigInt(Math.round(startMs)) * 1_000_000n + BigInt(Math.round(ms * 1_000_000)))
}

/** A request that gave no response, by the conventions for exceptions. */
export function exceptionEvent({ code, message, mayBeCharged }: AttemptLine): OtlpEvent {
  return {
    name: 'exception',
    attributes: attributes({
      'exception.type': code,
      'exception.message': message,
      'skill_state.may_be_charged': mayBeCharged,
    }),
  }
}
