/** Whether a file of a run's folder is for the page: its conditions and its traces, and nothing else. */
export function isPublished(names: readonly string[]): boolean {
  const [first = ''] = names
  if (names.length === 1) return first === 'run.json'
  return first === 'episodes' && (names.at(-1)?.endsWith('.jsonl') ?? false)
}
