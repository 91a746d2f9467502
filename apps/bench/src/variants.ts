import { SkillStateError } from '@skill-state/protocol'
import { createDelayed, createRepository, createWarehouse } from '@skill-state/skillexecbench'
import type { VariedBenchmark } from '@skill-state/suite'

/** The benchmarks of the registry that a suite can have in other forms, as the experiments do. */
export const variants: Readonly<Record<string, VariedBenchmark>> = {
  warehouse: { keys: ['shelves', 'load', 'scenario', 'noise'], create: createWarehouse },
  repository: {
    keys: ['scenario', 'noise'],
    create: ({ scenario, noise }) => {
      if (scenario === 'D')
        throw new SkillStateError('invalid-option', '--scenario: the repository has A, B and C, not D')
      return createRepository({ ...(scenario && { scenario }), ...(noise && { noise }) })
    },
  },
  delayed: {
    keys: ['distance', 'field', 'notesLimit'],
    create: ({ distance = 20, field = 'named', notesLimit }) =>
      createDelayed({ distance, field, ...(notesLimit !== undefined && { notesLimit }) }),
  },
}
