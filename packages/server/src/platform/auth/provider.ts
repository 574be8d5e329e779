/** Single sign-on by OpenID Connect: the authorization code flow with PKCE, state and nonce. */
import * as oidc from 'openid-client'

export interface ProviderSettings {
  issuer: string
  clientId: string
  clientSecret: string
  /** For the button on the sign-in page. */
  name: string
  scopes: string
  /** For providers that vouch for their addresses without saying so in the claim. */
  isEmailTrusted: boolean
}

/** What has to be remembered in the browser until the provider sends it back. */
export interface PendingSignIn {
  state: string
  nonce: string
  verifier: string
}

/** Whom the provider has seen. */
export interface ProviderAccount {
  issuer: string
  subject: string
  /** Undefined unless it is verified. */
  email: string | undefined
}

export interface Provider {
  name: string
  begin(redirectUri: string): Promise<{ url: string; pending: PendingSignIn }>
  /** Throws when the provider refused, or what came back is not the answer to what was asked. */
  finish(callbackUrl: URL, pending: PendingSignIn): Promise<ProviderAccount>
}

/** The provider cannot be reached, or does not speak OpenID Connect under that address. */
export class ProviderAway extends Error {}

const timeoutSeconds = 10
/** Addresses and keys of a provider may move; it is asked again after this long. */
const discoveryMs = 3600_000

export function createProvider(settings: ProviderSettings): Provider {
  let discovered: { config: oidc.Configuration; atMs: number } | undefined

  // Asked when somebody signs in, not at start: a provider that is away must not keep the service from starting.
  async function discover(): Promise<oidc.Configuration> {
    if (discovered && Date.now() - discovered.atMs < discoveryMs) return discovered.config
    const issuer = new URL(settings.issuer)
    const isPlain = issuer.protocol === 'http:'
    try {
      const config = await oidc.discovery(issuer, settings.clientId, settings.clientSecret, undefined, {
        timeout: timeoutSeconds,
        execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
      })
      discovered = { config, atMs: Date.now() }
      return config
    } catch (cause) {
      throw new ProviderAway('The provider of single sign-on does not answer.', { cause })
    }
  }

  return {
    name: settings.name,
    async begin(redirectUri) {
      const config = await discover()
      const pending = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      }
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: settings.scopes,
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.toString(), pending }
    },
    async finish(callbackUrl, { state, nonce, verifier }) {
      const config = await discover()
      const tokens = await oidc.authorizationCodeGrant(config, callbackUrl, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('The provider sent no ID token.')
      // Some put only the subject into the token and the rest behind another call.
      const told =
        claims['email'] === undefined && config.serverMetadata().userinfo_endpoint !== undefined
          ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
          : claims
      return { issuer: claims.iss, subject: claims.sub, email: verifiedEmail(told, settings) }
    },
  }
}

function verifiedEmail(
  claims: Record<string, unknown>,
  { isEmailTrusted }: ProviderSettings,
): string | undefined {
  const { email, email_verified: isVerified } = claims
  if (typeof email !== 'string') return undefined
  return isVerified === true || (isEmailTrusted && isVerified === undefined) ? email : undefined
}
