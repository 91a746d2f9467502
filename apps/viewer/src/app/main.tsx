import { render } from 'preact'
import { config } from 'zod'
import { App } from './app.tsx'

config({ jitless: true }) // the page's security policy forbids code that is made from text

const root = document.getElementById('app')
if (root) render(<App />, root)
