/** Checks bodies against the schemas of the contract. */
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { AppError } from '../errors.ts'
import { bodyProblems } from './body-problems.ts'

export type BodyValidator = (value: unknown) => { value: unknown } | { error: AppError }

export function validatorOf(schema: TSchema): BodyValidator {
  const check = Compile(schema)
  return (value) => {
    if (check.Check(value)) return { value }
    const isMissing = value === undefined || value === null
    const message = isMissing
      ? 'This operation requires a JSON body. Send one with Content-Type: application/json.'
      : undefined
    return {
      error: new AppError('invalid_request', {
        ...(message && { message }),
        body: { details: bodyProblems(check.Errors(value ?? {})) },
      }),
    }
  }
}

/** For Fastify, which validates more than bodies. Checks against `envelope` instead of the schema of the route, if given. */
export function validatorCompiler(envelope?: TSchema) {
  return ({ schema, httpPart }: { schema: TSchema; httpPart?: string }): BodyValidator => {
    // Each route parses its query, and paths are ids that a use case looks up.
    if (httpPart !== 'body') return (value) => ({ value })
    return validatorOf(envelope ?? schema)
  }
}
