import { useLayoutEffect } from 'preact/hooks'

/** What each key does; the names are those of `KeyboardEvent.key`. */
export type Keys = Readonly<Record<string, () => void>>

/** Listens to keys while the component is shown. Keys that are typed into a field are its own; Escape leaves it. */
export function useKeys(keys: Keys): void {
  useLayoutEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (document.querySelector('dialog[open]') !== null) return
      const target = event.target instanceof HTMLElement ? event.target : undefined
      if (target?.matches('input:not([type=checkbox]), select')) {
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
