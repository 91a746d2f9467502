/** A value of an attribute as OTLP/JSON writes it: 64-bit whole numbers are text there. */
type OtlpValue =
  | { readonly stringValue: string }
  | { readonly intValue: string }
  | { readonly doubleValue: number }
  | { readonly boolValue: boolean }
  | { readonly arrayValue: { readonly values: readonly OtlpValue[] } }

export interface OtlpAttribute {
  readonly key: string
  readonly value: OtlpValue
}

type Plain = string | number | boolean | readonly string[]

/** Attributes from plain values; those that are undefined are left out. */
export function attributes(values: Readonly<Record<string, Plain | undefined>>): OtlpAttribute[] {
  return Object.entries(values).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: otlpValue(value) }],
  )
}

function otlpValue(value: Plain): OtlpValue {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value !== 'number') return { arrayValue: { values: value.map(otlpValue) } }
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
