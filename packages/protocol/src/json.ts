/** Any value that JSON can carry. Numbers are finite. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject

/** A JSON object. `__proto__` is an ordinary key of it. */
export interface JsonObject {
  readonly [key: string]: JsonValue
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value that a text is; undefined if it is not JSON. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether lists and objects are nested deeper than so many levels. Needs no stack of its own. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  let level = [value].filter(isContainer)
  for (let depth = 0; depth <= levels && level.length > 0; depth += 1) {
    level = level.flatMap((each) => Object.values(each).filter(isContainer))
  }
  return level.length > 0
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The same object without the properties that are undefined. */
export function known<T extends object>(value: T): Known<T> {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as Known<T>
}

type Known<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K]
} & { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> }
