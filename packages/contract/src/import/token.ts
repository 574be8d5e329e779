import { Type } from 'typebox'
import { defineRoute } from '../route.ts'

export const tokenLifetimeSeconds = 3600

const TokenRequest = Type.Object({
  grant_type: Type.String({ description: 'Always client_credentials.' }),
  client_id: Type.Optional(Type.String({ description: 'Left out when sent by HTTP Basic.' })),
  client_secret: Type.Optional(Type.String({ description: 'Left out when sent by HTTP Basic.' })),
  scope: Type.Optional(Type.String({ description: 'Space-separated. Left out: every scope the key holds.' })),
})

export const issueToken = defineRoute({
  operationId: 'token.issue',
  method: 'POST',
  path: '/api/v1/oauth/token',
  tag: 'Token',
  summary: 'Exchange an API key for an access token',
  description:
    'The OAuth 2.0 client credentials grant. The form goes in the body, form-encoded; the client id and secret may be sent by HTTP Basic instead. The token is a signed JWT that lives one hour.',
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
