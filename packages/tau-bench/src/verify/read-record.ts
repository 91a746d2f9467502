import { z } from 'zod'
import { check } from '../data/check.ts'
import { dict, kwargs, place } from '../data/shape.ts'
import type { ReadonlyDict } from '../python/value.ts'
import type { TauRecord } from './record.ts'

/** Tells a record by its fields. Throws a `TypeError` that says in one line what is wrong with it. */
export function toRecord(value: ReadonlyDict): TauRecord {
  if (value.has('steps')) return { kind: 'trajectory', ...check(trajectory, value) }
  if (value.has('calls') || (value.has('actions') && value.has('task_index'))) {
    return { kind: 'scripted', ...check(scripted, value) }
  }
  if (value.has('actions')) return { kind: 'ground-truth', ...check(groundTruth, value) }
  if (value.has('domain') && value.has('split')) return { kind: 'header', ...check(header, value) }
  throw new TypeError('it has neither steps, calls nor actions, and is no header of domain and split')
}

/** A number of which only the value counts, not whether Python writes it as an int. */
export const figure: z.ZodType<number> = z.union([z.bigint(), z.number()]).transform(Number)
/** Python's 1.0, 0.0, True and False. */
const verdict: z.ZodType<boolean> = z.union([
  z.boolean(),
  figure.refine((value) => value === 0 || value === 1).transform((value) => value === 1),
])
const found: z.ZodType<ReadonlyMap<string, boolean>> = z.map(z.string(), z.boolean())

const hashes = { official_hash: z.string().optional(), canonical_hash: z.string().optional() }

const header = dict({
  domain: z.string(),
  split: z.string(),
  initial_official_hash: z.string().optional(),
  initial_canonical_hash: z.string().optional(),
})

/** The answer, as its text or as the first 32 hex digits of the SHA-256 of its UTF-8. */
const answer = {
  observation: z.string().nullable().optional(),
  observation_sha256_32: z.string().nullable().optional(),
}

const call = dict({
  name: z.string(),
  kwargs: kwargs.optional(),
  ...answer,
  skipped: z.boolean().optional(),
  raised: z.string().nullable().optional(),
  done: z.boolean().optional(),
  reward: figure.optional(),
})

const groundTruth = dict({
  index: place,
  user_id: z.string().optional(),
  actions: z.array(call),
  outputs: z.array(z.string()).optional(),
  ...hashes,
  reward_noop: figure.optional(),
  reward_ground_truth: figure.optional(),
  reward_ground_truth_silent: figure.optional(),
})

const end = dict({
  reward: figure.optional(),
  agent_official_hash: z.string().optional(),
  agent_canonical_hash: z.string().optional(),
  r_actions: verdict.optional(),
  gt_data_hash: z.string().optional(),
  r_outputs: verdict.optional(),
  outputs: found.optional(),
})

const scripted = dict({
  id: z.string(),
  task_index: place,
  calls: z.array(call).optional(),
  actions: z.array(call).optional(),
  ends: z.array(end).optional(),
  ...hashes,
})

/** A tool call, or what the agent said and the user answered. */
const step = z.union([
  dict({ content: z.string().nullable(), user: z.string() }),
  dict({
    name: z.string(),
    arguments: z.string().optional(),
    kwargs: kwargs.optional(),
    ...answer,
    observation_recorded: z.string().optional(),
    said: z.string().nullable().optional(),
  }),
])

const trajectory = dict({
  domain: z.string(),
  task_id: place,
  trial: place.optional(),
  recorded_reward: figure.optional(),
  first_user: z.string().optional(),
  steps: z.array(step),
  done: z.boolean().optional(),
  reward: figure.optional(),
  ...hashes,
  gt_official_hash: z.string().optional(),
  gt_canonical_hash: z.string().optional(),
  r_actions: verdict.optional(),
  outputs: found.optional(),
  task_changed: z.array(z.string()).optional(),
  reward_with_recorded_task: figure.optional(),
})
