import { type OutageWatch, watchForOutage } from '@skill-state/eval'

/** A watch for each run that a worker plays, by its id: the runs of a suite have models of different providers. */
export function watchOutages(): (run: number) => OutageWatch {
  const watches = new Map<number, OutageWatch>()
  return (run) => {
    const watch = watches.get(run) ?? watchForOutage()
    watches.set(run, watch)
    return watch
  }
}
