import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Challenge, Dataset } from './challenge.ts'
import { Gold } from './challenge.ts'
import { check, invalidData, parseJson, readText } from './parse.ts'
import { readFiles } from './read-files.ts'
import { type Peculiarity, peculiarityOf } from './status.ts'

/** One record of `ic_ctf.json`. What it has beside this, such as `hint` and `setup`, is not used. */
const recordSchema = z.object({
  task_id: z.int().nonnegative(),
  query: z.string().min(1),
  gold: z.string().min(1),
  source: z.string().optional(),
  tags: z.array(z.string().min(1)).default([]),
})

type CtfRecord = z.infer<typeof recordSchema>

/** Where the records are: in the folder itself, or as a checkout of the official repository has them. */
const places = ['.', join('data', 'ctf')]

/** Reads `ic_ctf.json` and `task_assets/` of a folder or of a checkout of princeton-nlp/intercode. Throws `invalid-data`. */
export function readData(folder: string | undefined): Dataset {
  if (folder === undefined) throw invalidData(`InterCode CTF needs its data: ${remedy}`)
  const root = places
    .map((place) => join(folder, place))
    .find((place) => existsSync(join(place, 'ic_ctf.json')))
  if (root === undefined) {
    throw invalidData(
      `no InterCode CTF data in ${JSON.stringify(folder)}: neither ic_ctf.json nor data/ctf/ic_ctf.json is there; ${remedy}`,
    )
  }
  const assets = join(root, 'task_assets')
  if (!existsSync(assets)) {
    throw invalidData(
      `${JSON.stringify(root)} has ic_ctf.json but no folder task_assets beside it; ${remedy}`,
    )
  }
  const challenges = readRecords(join(root, 'ic_ctf.json')).map((record) => challengeOf(record, assets))
  return { name: 'ctf', challenges: challenges.sort((a, b) => a.id - b.id) }
}

const remedy = 'get github.com/princeton-nlp/intercode and name its folder with --data or INTERCODE_DIR'

function readRecords(file: string): readonly CtfRecord[] {
  const where = JSON.stringify(file)
  const records = check(
    z.array(recordSchema).min(1),
    parseJson(readText(file, 'the records of InterCode CTF'), where),
    where,
  )
  const seen = new Set<number>()
  for (const { task_id: id } of records) {
    if (seen.has(id)) throw invalidData(`${where} has two records with the task_id ${id}`)
    seen.add(id)
  }
  return records
}

function challengeOf(record: CtfRecord, assets: string): Challenge {
  const { task_id: id, query, tags, source, gold } = record
  const folder = join(assets, String(id))
  const status = statusIn(folder, peculiarityOf(source))
  return { id, query, tags, files: () => readFiles(folder), gold: new Gold(gold), ...status }
}

function statusIn(folder: string, peculiarity: Peculiarity | undefined): Pick<Challenge, 'status' | 'why'> {
  if (peculiarity?.file !== undefined && existsSync(join(folder, peculiarity.file)))
    return { status: 'offline' }
  if (peculiarity !== undefined) return { status: peculiarity.status, why: peculiarity.why }
  if (existsSync(folder)) return { status: 'offline' }
  return { status: 'asset_absent', why: 'its folder is not in task_assets' }
}
