import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

interface Decision {
  readonly title: string
  readonly link: string
}

const folder = fileURLToPath(new URL('../decisions', import.meta.url))

/** The records in their order, by their own titles: VitePress gives them to `decisions/index.md`. */
const loader: { readonly watch: readonly string[]; load(): readonly Decision[] } = {
  watch: ['../decisions/*.md'],
  load(): readonly Decision[] {
    const names = readdirSync(folder).filter((name) => /^\d.*\.md$/.test(name))
    return names.sort().map((name) => {
      const [, title = name] = /^# (.+)$/m.exec(readFileSync(`${folder}/${name}`, 'utf8')) ?? []
      return { title: title.replaceAll('`', ''), link: name.replace(/\.md$/, '') }
    })
  },
}

export default loader
