/** Cookies of the workspace: not readable by scripts and, over TLS, bound to this host. */
import fastifyCookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

export interface Cookie {
  name: string
  read(request: FastifyRequest): string | undefined
  set(reply: FastifyReply, value: string, maxAgeSeconds: number): void
  clear(reply: FastifyReply): void
}

/** Call before adding hooks that read a cookie; only routes of this scope parse the header. */
export async function parseCookies(scope: FastifyInstance): Promise<void> {
  await scope.register(fastifyCookie)
}

export function hostCookie(name: string, publicUrl: string): Cookie {
  const secure = publicUrl.startsWith('https:')
  // Browsers accept this prefix only with Secure, Path=/ and no Domain, so no other host can set it.
  const fullName = secure ? `__Host-${name}` : name
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  return {
    name: fullName,
    read: (request) => request.cookies[fullName] || undefined,
    set(reply, value, maxAgeSeconds) {
      reply.setCookie(fullName, value, { ...attributes, maxAge: maxAgeSeconds })
    },
    clear(reply) {
      reply.clearCookie(fullName, attributes)
    },
  }
}
