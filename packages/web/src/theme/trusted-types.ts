/**
 * The content security policy requires trusted types. Style sheets without markup and workers of this site are all that
 * libraries may pass as plain text; the browser refuses anything else as an injection.
 */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: Record<'createHTML' | 'createScriptURL', (text: string) => string | undefined>,
  ): unknown
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }

trustedTypes?.createPolicy('default', {
  createHTML: (text) => (/<[a-z!/?]/i.test(text) ? undefined : text),
  createScriptURL: (url) => (new URL(url, location.href).origin === location.origin ? url : undefined),
})
