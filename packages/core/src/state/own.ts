/** Sets an own key. A plain assignment would change the prototype if the key is `__proto__`. */
export function setOwn<T>(target: { [key: string]: T }, key: string, value: T): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true })
  } else {
    target[key] = value
  }
}
