// The client that the official conformance suite starts for each of its cases, with the address of a server.
import {
  ClientCredentialsProvider,
  CrossAppAccessProvider,
  type OAuthClientProvider,
  PrivateKeyJwtProvider,
  requestJwtAuthorizationGrant,
} from '@modelcontextprotocol/client'
import { openMcp } from '../src/connection/open-mcp.ts'
import { mcpEnvironment } from '../src/environment.ts'

const [url = ''] = process.argv.slice(2)
const given = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}') as Readonly<Record<string, string>>
const { client_id: clientId = '', client_secret: clientSecret = '' } = given
const clientMetadataUrl = 'https://conformance-test.local/client-metadata.json' // by which the suite knows a client
const oauth = { clientId, clientSecret, clientMetadataUrl }
const server = { url, authProvider: providerOf(), oauth }
const connections = await openMcp([server], {
  onQuestion: async () => ({}),
  // In place of a person, who would be led back by a browser.
  onAuthorize: (page) => void fetch(page),
})
const environment = mcpEnvironment(connections)
await environment.reset({ seed: 0 })
for (const { action } of connections.tools) await environment.step({ [action]: { a: 5, b: 3 } })
await environment.close()

/** What signs in by a secret, by a key, or by a token of an identity provider. */
function providerOf(): OAuthClientProvider | undefined {
  if (process.env.MCP_CONFORMANCE_SCENARIO === 'auth/client-credentials-basic')
    return new ClientCredentialsProvider({ clientId, clientSecret })
  const { private_key_pem: privateKey, signing_algorithm: algorithm = '' } = given
  if (privateKey !== undefined) return new PrivateKeyJwtProvider({ clientId, privateKey, algorithm })
  const {
    idp_id_token: idToken,
    idp_client_id: idpClientId = '',
    idp_token_endpoint: tokenEndpoint = '',
  } = given
  if (idToken === undefined) return undefined
  return new CrossAppAccessProvider({
    clientId,
    clientSecret,
    assertion: async ({ authorizationServerUrl: audience, resourceUrl: resource, scope = '', fetchFn }) => {
      const asked = { tokenEndpoint, audience, resource, scope, fetchFn, idToken, clientId: idpClientId }
      return (await requestJwtAuthorizationGrant(asked)).jwtAuthGrant
    },
  })
}
