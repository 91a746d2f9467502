import { z } from 'zod'

/**
 * The parts of Inspect AI's published JSON Schema of a log (`log-schema.json`, version 2) that a log of ours has, to
 * check against: every object is closed, as it is there. A field that may be null there may be absent here, as in the
 * files that Inspect writes itself.
 */
const object = z.record(z.string(), z.unknown())
const text = z.string()
const time = z.iso.datetime()

const usage = z.strictObject({
  input_tokens: z.int(),
  output_tokens: z.int(),
  total_tokens: z.int(),
  input_tokens_cache_write: z.int().optional(),
  input_tokens_cache_read: z.int().optional(),
  reasoning_tokens: z.int().optional(),
})
const message = z.discriminatedUnion('role', [
  z.strictObject({
    id: text.optional(),
    content: text,
    source: z.enum(['input', 'generate']).optional(),
    metadata: object.optional(),
    role: z.literal('user'),
    tool_call_id: z.array(text).optional(),
  }),
  z.strictObject({
    id: text.optional(),
    content: text,
    source: z.enum(['input', 'generate']).optional(),
    metadata: object.optional(),
    role: z.literal('assistant'),
    tool_calls: z.array(z.unknown()).optional(),
    model: text.optional(),
  }),
])
const output = z.strictObject({
  model: text,
  choices: z.array(
    z.strictObject({
      message: message.refine(({ role }) => role === 'assistant'),
      stop_reason: z.enum(['stop', 'max_tokens', 'model_length', 'tool_calls', 'content_filter', 'unknown']),
    }),
  ),
  completion: text,
  usage: usage.optional(),
  time: z.number().optional(),
  metadata: object.optional(),
  error: text.optional(),
})
const event = z.strictObject({
  uuid: text.optional(),
  span_id: text.optional(),
  timestamp: time,
  working_start: z.number(),
  metadata: object.optional(),
  pending: z.boolean().optional(),
  event: z.literal('model'),
  model: text,
  role: text.optional(),
  input: z.array(message),
  tools: z.array(z.never()),
  tool_choice: z.enum(['auto', 'any', 'none']),
  config: z.strictObject({}),
  output,
  retries: z.int().optional(),
  error: text.optional(),
  cache: z.enum(['read', 'write']).optional(),
  completed: time.optional(),
  working_time: z.number().optional(),
})
const sample = z.strictObject({
  id: z.union([z.int(), text]),
  epoch: z.int().min(1),
  input: text,
  target: z.union([text, z.array(text)]),
  messages: z.array(message),
  output,
  scores: z
    .record(
      text,
      z.strictObject({ value: z.union([text, z.number(), z.boolean()]), metadata: object.optional() }),
    )
    .optional(),
  metadata: object,
  store: object,
  events: z.array(event),
  model_usage: z.record(text, usage),
  total_time: z.number().optional(),
  working_time: z.number().optional(),
  uuid: text.optional(),
  error: z.strictObject({ message: text, traceback: text, traceback_ansi: text }).optional(),
  attachments: z.record(text, text),
  limit: z
    .strictObject({
      type: z.enum(['context', 'time', 'working', 'message', 'token', 'operator', 'custom']),
      limit: z.number(),
    })
    .optional(),
})
const metric = z.strictObject({ name: text, value: z.number(), params: object, metadata: object.optional() })

/** A log, from the first field to the last. */
export const inspectSchema: z.ZodType = z.strictObject({
  version: z.literal(2),
  status: z.enum(['started', 'success', 'cancelled', 'error']),
  eval: z.strictObject({
    eval_id: text,
    run_id: text,
    created: time,
    task: text,
    task_id: text,
    task_version: z.union([z.int(), text]),
    task_attribs: object,
    task_args: object,
    task_args_passed: object,
    solver: text.optional(),
    solver_args: object.optional(),
    dataset: z.strictObject({
      name: text.optional(),
      location: text.optional(),
      samples: z.int().optional(),
      sample_ids: z.array(text).optional(),
      shuffled: z.boolean().optional(),
    }),
    model: text,
    model_generate_config: z.strictObject({}),
    model_args: object,
    config: z.strictObject({ epochs: z.int().optional(), token_limit: z.int().optional() }),
    packages: z.record(text, text),
    metadata: object.optional(),
  }),
  plan: z.strictObject({
    name: text,
    steps: z.array(z.strictObject({ solver: text, params: object })),
    config: z.strictObject({}),
  }),
  results: z.strictObject({
    total_samples: z.int(),
    completed_samples: z.int(),
    scores: z.array(
      z.strictObject({
        name: text,
        scorer: text,
        reducer: text.optional(),
        scored_samples: z.int().optional(),
        unscored_samples: z.int().optional(),
        params: object,
        metrics: z.record(text, metric),
        metadata: object.optional(),
      }),
    ),
  }),
  stats: z.strictObject({ started_at: time, completed_at: time, model_usage: z.record(text, usage) }),
  samples: z.array(sample),
})
