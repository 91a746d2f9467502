/** A history that was made to fit. */
export interface FittedHistory {
  readonly text: string
  /** How it was made to fit, in words that go on after "history". Absent where it is shown as it is. */
  readonly how?: string
}

/** Carries the turns of one episode, and shows as much of them as there is room for. */
export interface HistoryCompressor {
  /** Appends a turn as a transcript writes it. */
  add(turn: string): void
  /** The history in at most `room` code points; empty where there is no room. */
  fit(room: number): Promise<FittedHistory>
}

/** What is shown where not even the smallest result of a compressor fits. */
export const leftOut: FittedHistory = { text: '', how: 'left out, as there is no room for any of it' }
