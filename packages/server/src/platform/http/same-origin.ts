/**
 * Refuses changes that a page of another site asks a signed-in browser for. SameSite cookies alone would let
 * other hosts of the same domain through.
 */
import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

export const isUnsafe = (method: string): boolean => !safeMethods.has(method)

/** Every browser sends Origin with an unsafe method; who sends none has to be a program, and has keys for that. */
export function createOriginCheck(publicUrl: string): (request: FastifyRequest) => void {
  const { origin } = new URL(publicUrl)
  return ({ method, headers }) => {
    if (isUnsafe(method) && headers.origin !== origin) throw new AppError('wrong_origin')
  }
}
