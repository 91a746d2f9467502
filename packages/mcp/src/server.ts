import type { OAuthClientProvider } from '@modelcontextprotocol/client'

/** A server that is started here and spoken to over its standard input and output. No shell reads the command. */
export interface StdioServer {
  /** The prefix of its tools if another server has the same names. Default: what it calls itself. */
  readonly name?: string
  readonly command: string
  readonly args?: readonly string[]
  /** Everything that it finds in its environment, beside PATH and HOME. */
  readonly env?: Readonly<Record<string, string>>
  /** Its working directory. Default: ours. */
  readonly cwd?: string | undefined
}

/** A server that runs elsewhere. */
export interface HttpServer {
  readonly name?: string
  readonly url: string
  /** Sent with each request, such as `authorization`. */
  readonly headers?: Readonly<Record<string, string>>
  /** How it is spoken to. Default: streamable HTTP (`http`), and if it does not know that, the older SSE. */
  readonly type?: 'http' | 'sse' | undefined
  /**
   * Signs in without a person, as `ClientCredentialsProvider`, `PrivateKeyJwtProvider` and `CrossAppAccessProvider` of the official
   * SDK do. Default: by a page for a person, if there is `onAuthorize`.
   */
  readonly authProvider?: OAuthClientProvider | undefined
  /** How it knows us, if we cannot register ourselves for a sign-in. */
  readonly oauth?:
    | {
        readonly clientId?: string | undefined
        readonly clientSecret?: string | undefined
        readonly scope?: string | undefined
        /** An https address of a document of yours about the client, which servers may take for its id. */
        readonly clientMetadataUrl?: string | undefined
      }
    | undefined
}

export type McpServer = StdioServer | HttpServer

/** The server in words, for messages. Arguments and headers may be secret, and are left out. */
export function describeServer(server: McpServer): string {
  if (server.name !== undefined) return `"${server.name}"`
  if (!('url' in server)) return `"${server.command}"`
  const { url } = server
  return URL.canParse(url) ? `at ${new URL(url).host}` : `at ${JSON.stringify(url.slice(0, 80))}`
}
