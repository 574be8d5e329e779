/** Single sign-on by OpenID Connect: the authorization code flow with PKCE, state and nonce. */
import * as oidc from 'openid-client'

export interface ProviderSettings {
  issuer: string
  clientId: string
  clientSecret: string
  /** Shown on the button of the sign-in page. */
  name: string
  scopes: string
  /** For providers that verify e-mail addresses but omit the `email_verified` claim. */
  isEmailTrusted: boolean
}

/** Kept in a cookie until the provider redirects back. */
export interface PendingSignIn {
  state: string
  nonce: string
  verifier: string
}

/** The account that the provider authenticated. */
export interface ProviderAccount {
  issuer: string
  subject: string
  /** Undefined unless it is verified. */
  email: string | undefined
}

export interface Provider {
  name: string
  begin(redirectUri: string): Promise<{ url: string; pending: PendingSignIn }>
  /** Throws when the provider denied access or the callback does not match the pending sign-in. */
  finish(callbackUrl: URL, pending: PendingSignIn): Promise<ProviderAccount>
}

/** The provider cannot be reached, or does not serve OpenID Connect at that address. */
export class ProviderUnavailable extends Error {}

const timeoutSeconds = 10
/** The endpoints and keys of a provider may change, so discovery is repeated after this time. */
const discoveryMs = 3600_000

export function createProvider(settings: ProviderSettings): Provider {
  let discovered: { config: oidc.Configuration; atMs: number } | undefined

  // Discovered at the first sign-in, not at start-up: an unreachable provider must not keep the service from
  // starting.
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
      throw new ProviderUnavailable('The single sign-on provider is not reachable.', { cause })
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
      if (!claims) throw new Error('The single sign-on provider returned no ID token.')
      // Some providers put only the subject into the ID token and the rest behind the userinfo endpoint.
      const profile =
        claims['email'] === undefined && config.serverMetadata().userinfo_endpoint !== undefined
          ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
          : claims
      return { issuer: claims.iss, subject: claims.sub, email: verifiedEmail(profile, settings) }
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
