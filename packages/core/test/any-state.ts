import type { JsonObject, JsonValue } from '@skill-state/protocol'
import fc from 'fast-check'

const key = fc.constantFrom('a', 'b', 'c', '7', '*', 'x/y', '__proto__', 'constructor', '')

/** Few keys, so that patches meet what states hold. */
function objectsOf(
  scalars: fc.Arbitrary<JsonValue>,
  inArrays: fc.Arbitrary<JsonValue>,
): fc.Arbitrary<JsonObject> {
  return fc.letrec<{ object: JsonObject; value: JsonValue; item: JsonValue }>((tie) => ({
    object: fc
      .array(fc.tuple(key, tie('value')), { maxLength: 5 })
      .map((entries) => Object.fromEntries(entries) as JsonObject),
    value: fc.oneof({ maxDepth: 4 }, scalars, fc.array(tie('item'), { maxLength: 4 }), tie('object')),
    item: fc.oneof(
      { maxDepth: 3 },
      inArrays,
      fc.array(inArrays, { maxLength: 2 }),
      fc.record({ a: inArrays }),
    ),
  })).object
}

const scalar: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.integer({ min: -2, max: 9 }),
  fc.boolean(),
  fc.constantFrom('a', 'b', '1', 'long text', '\ud83d\ude00'),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Number.isInteger(value)),
)

/** What a state may hold: no null. */
export const anyState: fc.Arbitrary<JsonObject> = objectsOf(scalar, scalar)

/** What a patch may hold: null as the value of a key. */
export const anyPatch: fc.Arbitrary<JsonObject> = objectsOf(
  fc.oneof({ weight: 2, arbitrary: scalar }, { weight: 1, arbitrary: fc.constant(null) }),
  scalar,
)
