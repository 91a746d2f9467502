/** What a statement gave. The driver's own types are no part of this package's. */
export interface Result<Row> {
  readonly rows: Row[]
  readonly rowCount: number | null
}

/** A statement by a name, which the server prepares once for a connection. */
interface NamedStatement {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
}

/** What takes statements: a pool, or one of its connections. */
export interface Client {
  // biome-ignore lint/suspicious/noExplicitAny: as the driver has it, whose rows are what the statement says
  query<Row = any>(statement: string | NamedStatement, values?: readonly unknown[]): Promise<Result<Row>>
}

/** One connection, for a transaction. */
export interface Connection extends Client {
  /** Gives it back; a broken one is closed. */
  release(broken?: boolean): void
  /** `end`: it was closed, or it broke. */
  on(event: 'end', listener: () => void): unknown
  off(event: 'end', listener: () => void): unknown
}

/** The connections to a database. */
export interface Pool extends Client {
  connect(): Promise<Connection>
}
