/** One record as a store keeps it. */
export interface StoredRecord {
  /** The text of a JSON object that has a key, on one line. */
  readonly body: string
  /** Binds the record to all records before it; empty if a damaged place holds none. */
  readonly chain: string
}

/**
 * Where a journal is kept: records in the order in which they came, none ever changed or removed. A store knows
 * nothing of what they say, and checks no chain.
 *
 * A store shows the records that were there when it was opened, and those that it has appended itself. Readers
 * may be left unfinished, and records may be appended meanwhile: they give what was there at the call.
 */
export interface JournalStore {
  /**
   * Bytes at the end, as the store was opened, that are no whole record: what a crash leaves of one that was
   * never acknowledged. Not among the records, nor after the first append.
   */
  readonly tornBytes: number
  /**
   * Returns once the record is written: it survives the end of the process, and with the store's option `sync`
   * the loss of power. Throws `journal-conflict`, and appends nothing, if another store has appended.
   */
  append(record: StoredRecord): void
  forward(): Iterable<StoredRecord>
  /** From the last record. Reads no more of the store than it gives, up to a constant. */
  backward(): Iterable<StoredRecord>
  /**
   * Whether the journal is still the one that was opened, and no other store has appended to it since. Never throws. Those who
   * share a store without it open a new one for each step.
   */
  isCurrent?(): boolean
  /** The command that goes back to the last good record of a damaged journal, for error messages. */
  readonly repair?: string | undefined
  /** True if `lastRecords` of the journal are all that is kept: a snapshot then comes before each decision, so they are few. */
  readonly keepsLast?: boolean | undefined
  /** May be called more than once; after it, appending and reading throw `journal-misuse`. */
  close(): void
}
