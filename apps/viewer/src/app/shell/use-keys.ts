import { useLayoutEffect } from 'preact/hooks'

export type Keys = Readonly<Record<string, () => void>>

/** The keys that go to the next and to the previous one. */
export function listKeys(move: (by: number) => void): Keys {
  const [next, previous] = [() => move(1), () => move(-1)]
  return { j: next, k: previous, ArrowDown: next, ArrowUp: previous }
}

/** Those of steps, which a timeline shows from left to right. */
export function stepKeys(move: (by: number) => void): Keys {
  return { ...listKeys(move), ArrowRight: () => move(1), ArrowLeft: () => move(-1) }
}

/** Listens to keys while the component is shown. Keys that are typed into a field are its own; Escape leaves it. */
export function useKeys(keys: Keys): void {
  useLayoutEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (document.querySelector('dialog[open]') !== null) return
      const target = event.target instanceof HTMLElement ? event.target : undefined
      if (target?.matches('input, select')) {
        if (event.key === 'Escape') target.blur()
        return
      }
      const action = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined
      if (action === undefined) return
      event.preventDefault()
      action()
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  })
}
