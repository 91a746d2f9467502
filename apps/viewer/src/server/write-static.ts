import { cpSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { invalidOption } from '@skill-state/protocol'
import { appFolder } from './app-folder.ts'
import { openCatalogue } from './catalogue/catalogue.ts'
import { fileBelow } from './http/safe-path.ts'

/**
 * Writes the viewer of a run's folder, or of a folder of runs, as files that any static host can publish. Throws
 * `invalid-run` if there is no run, `invalid-data` if the page is not built, and `invalid-option` if the folder
 * to write is not empty.
 */
export function writeStatic(directory: string, out: string): void {
  copyView(directory, appFolder(), out)
}

/** The same with the page of a folder. */
export function copyView(directory: string, app: string, out: string): void {
  const catalogue = openCatalogue(directory)
  checkEmpty(out)
  const manifest = catalogue.manifest(Number.POSITIVE_INFINITY)
  cpSync(app, out, { recursive: true })
  write(join(out, 'data', 'manifest.json'), JSON.stringify(manifest))
  for (const { run, file, status } of manifest.episodes) {
    if (status === 'unreadable') continue
    let window = 0
    for (const session of catalogue.session(run, file)) {
      write(join(out, 'data', 'sessions', run, ...file.split('/'), `${window}.json`), JSON.stringify(session))
      window += 1
    }
  }
  for (const { name } of manifest.runs)
    copy(catalogue.folderOf(name), ['run.json'], join(out, 'data', 'runs', name))
  for (const { run, file } of manifest.episodes) {
    copy(catalogue.folderOf(run), file.split('/'), join(out, 'data', 'runs', run))
  }
}

function checkEmpty(out: string): void {
  if (!existsSync(out)) return
  if (!statSync(out).isDirectory()) throw invalidOption(`${out} is a file, not a folder`)
  if (readdirSync(out).length === 0) return
  throw invalidOption(`${out} is not empty; choose a new folder`)
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

function copy(folder: string | undefined, names: readonly string[], out: string): void {
  const source = folder && fileBelow(folder, names)
  if (source) cpSync(source, join(out, ...names))
}
