import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SkillStateError } from '@skill-state/protocol'

/** Beside the built module, and where the build puts it as seen from the source. */
const PLACES = ['./app', '../../dist/app']

/** The folder of the built page. Throws `invalid-data` if it was not built. */
export function appFolder(): string {
  const folders = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url)))
  const found = folders.find((folder) => existsSync(join(folder, 'index.html')))
  if (found !== undefined) return found
  throw new SkillStateError(
    'invalid-data',
    'the viewer is not built yet: run `npx -y pnpm@12.21.0 build` first',
  )
}
