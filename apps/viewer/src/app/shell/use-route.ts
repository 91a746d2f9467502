import { useEffect, useState } from 'preact/hooks'
import { formatRoute, parseRoute, type Route } from '../route.ts'

const REPLACED = 'route-replaced'

/** Goes to another view, as a new entry of the browser's history or in place of the newest. */
export function navigate(route: Route, how: 'push' | 'replace' = 'push'): void {
  const hash = formatRoute(route)
  if (how === 'push') {
    location.hash = hash
    return
  }
  history.replaceState(null, '', hash)
  dispatchEvent(new Event(REPLACED))
}

export function follow(link: string): void {
  location.hash = link
}

/** The view that the address names now, which may be newer than what is drawn: keys can be faster. */
export function currentRoute(): Route {
  return parseRoute(location.hash)
}

export function useRoute(): Route {
  const [route, setRoute] = useState(currentRoute)
  useEffect(() => {
    const read = (): void => setRoute(currentRoute())
    addEventListener('hashchange', read)
    addEventListener(REPLACED, read)
    return () => {
      removeEventListener('hashchange', read)
      removeEventListener(REPLACED, read)
    }
  }, [])
  return route
}
