/**
 * Rejects unsafe requests that a page of another site makes with a signed-in browser (CSRF). SameSite cookies alone
 * would allow other hosts of the same domain.
 */
import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

export const isUnsafe = (method: string): boolean => !safeMethods.has(method)

/**
 * Every browser sends Origin with an unsafe method; a client that sends none is a program, which should use an API
 * key.
 */
export function createOriginCheck(publicUrl: string): (request: FastifyRequest) => void {
  const { origin } = new URL(publicUrl)
  return ({ method, headers }) => {
    if (isUnsafe(method) && headers.origin !== origin) throw new AppError('wrong_origin')
  }
}
