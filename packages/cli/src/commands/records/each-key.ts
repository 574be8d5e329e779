import type { Context } from '../../context.ts'
import { explain } from '../../errors.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'

export interface KeyResult {
  kind: string
  /** What happened: `deleted`, `restored`, … */
  result: string
}

/** Handles the other keys if one fails. */
export async function forEachKey(
  { output }: Pick<Context, 'output'>,
  keys: readonly string[],
  handle: (key: string) => Promise<KeyResult>,
): Promise<ExitCode> {
  const failures: ExitCode[] = []
  for (const key of new Set(keys)) {
    try {
      const { kind, result } = await handle(key)
      output.item({ key, kind, result }, `${result}  ${kind}  ${key}`)
    } catch (error) {
      const explained = explain(error)
      output.error({ ...explained, message: `${key}: ${explained.message}` })
      failures.push(explained.exitCode)
    }
  }
  const [first] = failures
  if (first === undefined) return exitCodes.done
  return failures.length < new Set(keys).size ? exitCodes.incomplete : first
}
