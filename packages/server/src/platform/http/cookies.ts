/** The cookies of the workspace: out of reach of scripts and, over TLS, bound to this very host. */

export interface Cookie {
  read(header: string | undefined): string | undefined
  /** The value of a set-cookie header. */
  write(value: string, maxAgeSeconds: number): string
  clear(): string
}

export function hostCookie(name: string, publicUrl: string): Cookie {
  const isSecure = publicUrl.startsWith('https:')
  // Browsers accept this prefix only with Secure, Path=/ and without a domain: no other host can set it.
  const fullName = isSecure ? `__Host-${name}` : name
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  const write = (value: string, maxAgeSeconds: number) =>
    `${fullName}=${value}; Max-Age=${maxAgeSeconds}; ${attributes}`
  return { read: (header) => readCookie(header, fullName), write, clear: () => write('', 0) }
}

/** Our own values are plain ASCII without quotes, so nothing has to be decoded. */
function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [key, ...value] = pair.split('=')
    if (key?.trim() === name) return value.join('=').trim() || undefined
  }
  return undefined
}
