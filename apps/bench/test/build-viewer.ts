import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const viewer = fileURLToPath(new URL('../../viewer', import.meta.url))
const page = join(viewer, 'dist/app')

/** Builds the viewer's page if nothing has built it. Several may do so at once. */
export function buildViewer(): void {
  if (existsSync(join(page, 'index.html'))) return
  mkdirSync(join(viewer, 'dist'), { recursive: true })
  const built = mkdtempSync(join(viewer, 'dist/app-'))
  try {
    const vite = join(viewer, 'node_modules/.bin/vite')
    execFileSync(vite, ['build', '--outDir', built, '--emptyOutDir'], { cwd: viewer, stdio: 'pipe' })
    if (!existsSync(page)) renameSync(built, page)
  } finally {
    rmSync(built, { recursive: true, force: true })
  }
}
