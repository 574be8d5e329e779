import { Type } from 'typebox'
import { defineRoute } from '../route.ts'

export const tokenLifetimeSeconds = 3600

const TokenRequest = Type.Object({
  grant_type: Type.String({ description: 'Must be client_credentials.' }),
  client_id: Type.Optional(Type.String({ description: 'Omit it if you send it with HTTP Basic.' })),
  client_secret: Type.Optional(Type.String({ description: 'Omit it if you send it with HTTP Basic.' })),
  scope: Type.Optional(
    Type.String({
      description: 'Space-separated scopes. Default: all scopes of the API key, except mcp:read.',
    }),
  ),
  resource: Type.Optional(
    Type.String({
      description:
        'URL of what the token is for (RFC 8707). The URL of the MCP endpoint, {base_url}/mcp, gives a token with the scope mcp:read that opens nothing else.',
    }),
  ),
})

export const issueToken = defineRoute({
  operationId: 'token.issue',
  method: 'POST',
  path: '/api/v1/oauth/token',
  tag: 'Token',
  summary: 'Exchange an API key for an access token',
  description:
    'The OAuth 2.0 client credentials grant. Send the parameters form-encoded in the body; client id and secret can be sent with HTTP Basic instead. The token is a signed JWT, valid for one hour.',
  scopes: [],
  body: TokenRequest,
  bodyType: 'application/x-www-form-urlencoded',
  responses: {
    200: Type.Object({
      access_token: Type.String(),
      token_type: Type.Literal('bearer'),
      expires_in: Type.Integer(),
      scope: Type.String(),
    }),
  },
})
