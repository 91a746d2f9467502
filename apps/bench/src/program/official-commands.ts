import type { Add } from './add.ts'

const tauBench = () => import('../commands/official/tau-bench.ts')
const tau3Bench = () => import('../commands/official/tau3-bench.ts')
const intercode = () => import('../commands/official/intercode.ts')

const RECORDS = { '<records...>': 'files of records, JSON Lines' }
const VERIFY = 'check records of the official environment; exit 1 on any mismatch'

/** Checks of our public benchmarks against records of the official ones. */
export function addOfficialCommands(group: (name: string, description: string) => Add): void {
  const addTau = group('tau-bench', 'verify and replay records of τ-Bench')
  addTau('verify', {
    description: VERIFY,
    arguments: RECORDS,
    options: async () => (await tauBench()).verifyFields,
    run: async (options, files: readonly string[]) => (await tauBench()).verifyCommand(files, options),
  })
  addTau('replay', {
    description: 'execute recorded runs again and score them; exit 1 if anything differs',
    arguments: { '<runs>': 'a file of recorded runs' },
    options: async () => (await tauBench()).replayFields,
    run: async (options, file: string) => (await tauBench()).replayRunsCommand(file, options),
  })
  const addTau3 = group('tau3-bench', 'verify and replay records of τ³-Bench')
  addTau3('verify', {
    description: VERIFY,
    arguments: RECORDS,
    options: async () => (await tau3Bench()).tau3Fields,
    run: async (options, files: readonly string[]) => (await tau3Bench()).verifyTau3Command(files, options),
  })
  addTau3('replay', {
    description: 'execute recorded simulations again and score them; exit 1 if anything differs',
    arguments: { '<results>': 'a result file of the official runner, of τ² or τ³' },
    options: async () => (await tau3Bench()).replayTau3Fields,
    run: async (options, file: string) => await (await tau3Bench()).replayTau3Command(file, options),
  })
  const addIntercode = group('intercode', 'execute recorded solves and transcripts of InterCode CTF')
  addIntercode('solve', {
    description: 'execute solving commands and submit what they print; exit 1 if one does not score',
    arguments: { '<solves>': 'a file of solving commands, JSON Lines' },
    options: async () => (await intercode()).intercodeFields,
    run: async (options, file: string) => await (await intercode()).solveCommand(file, options),
  })
  addIntercode('replay', {
    description: 'execute recorded commands again and compare what they print; exit 1 if a reward differs',
    arguments: { '<transcripts>': 'a file of recorded transcripts' },
    options: async () => (await intercode()).intercodeFields,
    run: async (options, file: string) => await (await intercode()).replayTranscriptsCommand(file, options),
  })
}
