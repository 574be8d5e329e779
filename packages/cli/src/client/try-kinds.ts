/** A key does not reveal its kind, so each kind is tried in turn. A missing scope counts as "not found". */
import { ForbiddenError, NotFoundError } from '@inlet/sdk'
import { CliError } from '../errors.ts'

export async function tryKinds<Result>(
  key: string,
  kinds: readonly (() => Promise<Result>)[],
): Promise<Result> {
  let lacking: string | undefined
  for (const call of kinds) {
    try {
      return await call()
    } catch (error) {
      if (error instanceof ForbiddenError && error.body.required_scope !== undefined)
        lacking ??= error.body.required_scope
      else if (!(error instanceof NotFoundError)) throw error
    }
  }
  const advice = lacking ? ` The API key lacks ${lacking}, so not every kind could be checked.` : ''
  throw new CliError(`Nothing with the key ${key} was found for this API key.${advice}`, {
    code: 'not_found',
  })
}
