import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'

const THEMES = ['system', 'light', 'dark'] as const
type Theme = (typeof THEMES)[number]

const SIGNS: Readonly<Record<Theme, string>> = { system: '◐', light: '☀', dark: '☾' }
const PLACE = 'skill-state-viewer.theme'

/** Changes between the system's scheme, light and dark; the choice is kept. */
export function ThemeButton(): VNode {
  const [theme, setTheme] = useState(readTheme)
  useEffect(() => {
    document.documentElement.dataset.theme = theme
    try {
      localStorage.setItem(PLACE, theme)
    } catch {
      // A browser that keeps nothing shows the choice all the same.
    }
  }, [theme])
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
  return (
    <button
      type="button"
      class="icon"
      title={`Colours: ${theme}. Change to ${next}`}
      aria-label={`Colours: ${theme}. Change to ${next}`}
      onClick={() => setTheme(next)}
    >
      {SIGNS[theme]}
    </button>
  )
}

function readTheme(): Theme {
  try {
    const kept = localStorage.getItem(PLACE)
    return THEMES.find((theme) => theme === kept) ?? 'system'
  } catch {
    return 'system'
  }
}
