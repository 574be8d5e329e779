import type { ChangeOptions } from '../options.ts'
import type { Call } from './call.ts'

export interface DeleteOptions extends ChangeOptions {
  /** Purges the record at once, also from the trash. For the owner of its project or a team admin. */
  permanent?: boolean | undefined
}

export const deleteCall = (
  operation: Call['operation'],
  params: Record<string, string>,
  { permanent, ifMatch }: DeleteOptions,
): Call => ({ operation, params, ifMatch, query: { permanent: permanent === true ? 'true' : undefined } })
