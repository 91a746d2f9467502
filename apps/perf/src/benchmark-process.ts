import { benchmarks } from './registry.ts'

const benchmark = benchmarks.find(({ name }) => name === process.argv[2])
process.send?.(await benchmark?.run())
