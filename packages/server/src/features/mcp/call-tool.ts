/** Runs a tool and returns its result, or a sentence that says what to do instead. */
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { AppError } from '../../platform/errors.ts'
import { toAppError } from '../../platform/http/error-answer.ts'
import { type BodyValidator, validatorOf } from '../../platform/http/validate-body.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import { clipText, maxResultChars } from './passages.policy.ts'
import type { ToolContext } from './tool.ts'
import { tools } from './tools.ts'

export interface ToolCaller {
  context: ToolContext
  /** The calling key has used up its allowance. */
  refusal: AppError | undefined
  requestId: string
  log: Pick<Log, 'error'>
}

/** A sentence may repeat what the caller sent. */
const maxErrorChars = 2_000

const validators = new Map<string, BodyValidator>(tools.map(({ name, input }) => [name, validatorOf(input)]))

/** Undefined for a tool that does not exist. */
export async function callTool(
  caller: ToolCaller,
  name: string,
  args: Record<string, unknown> = {},
): Promise<CallToolResult | undefined> {
  const tool = tools.find((one) => one.name === name)
  if (!tool) return undefined
  try {
    if (caller.refusal) throw caller.refusal
    const checked = validators.get(name)?.(args)
    if (checked && 'error' in checked) throw checked.error
    const result = await tool.run(caller.context, args)
    const text = JSON.stringify(result)
    if (text.length > maxResultChars) throw new Error(`The result of ${name} has ${text.length} characters.`)
    return { content: [{ type: 'text', text }], structuredContent: result }
  } catch (error) {
    return {
      content: [{ type: 'text', text: clipText(explain(caller, name, error), maxErrorChars) }],
      isError: true,
    }
  }
}

function explain({ log, requestId }: ToolCaller, tool: string, error: unknown): string {
  const known = toAppError(error)
  if (known.status >= 500) log.error({ err: known.cause ?? known, code: known.code, tool }, 'tool failed')
  // Without headers, the sentence has to say it all.
  if (known.code === 'not_ready')
    return 'The import is still in progress and has no results yet. Try again later.'
  if (known.code === 'invalid_cursor')
    return 'The cursor is invalid. Pass the next_cursor of the previous result unchanged, or omit cursor to start from the beginning.'
  const details = (known.body.details ?? []).map(({ field, message }) => `${field} ${message}.`)
  const sentence = details.length > 0 ? `Invalid arguments: ${details.join(' ')}` : known.message
  return known.code === 'internal_error' ? `${sentence} Request ${requestId}.` : sentence
}
