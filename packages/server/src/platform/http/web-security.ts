/** Content security policies of the workspace's pages and files. */

export interface FileOrigins {
  /** Uploads, posters and renditions are loaded from there. */
  storageOrigin: string
  /** Undefined without an upload gateway. */
  gatewayOrigin?: string | undefined
}

/** Scripts only from our own files; styles need the nonce because the component library adds some at run time. */
export function pagePolicy(nonce: string, { storageOrigin, gatewayOrigin }: FileOrigins): string {
  return policy({
    'default-src': `'none'`,
    'script-src': `'self'`,
    'style-src': `'self' 'nonce-${nonce}'`,
    'img-src': `'self' data: blob: ${storageOrigin}`,
    'font-src': `'self'`,
    // Uploads go to the gateway.
    'connect-src': ["'self'", storageOrigin, gatewayOrigin].filter(Boolean).join(' '),
    'media-src': `'self' ${storageOrigin}`,
    'worker-src': `'self'`,
    'frame-ancestors': `'none'`,
    'base-uri': `'none'`,
    'form-action': `'self'`,
    // The only policy is that of packages/web/src/theme/trusted-types.ts.
    'require-trusted-types-for': `'script'`,
    'trusted-types': 'default',
  })
}

/** A worker follows the policy of its own file. Only the document viewer's worker compiles WebAssembly. */
export function workerPolicy(storageOrigin: string): string {
  return policy({
    'default-src': `'none'`,
    'script-src': `'self' 'wasm-unsafe-eval'`,
    'connect-src': `'self' ${storageOrigin}`,
  })
}

/** For every other file: when opened on its own, it can do nothing. */
export const filePolicy = policy({ 'default-src': `'none'`, 'frame-ancestors': `'none'` })

function policy(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')
}

export const pageHeaders: Record<string, string> = {
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), midi=(), browsing-topics=()',
  'x-frame-options': 'DENY',
}
