import { createInterface } from 'node:readline'
import { findCredentials } from '../../config/credentials.ts'
import type { Context } from '../../context.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { createAgentTokens } from './agent-tokens.ts'
import { createBridge } from './bridge.ts'

export async function mcp(
  context: Context,
  { profile }: { profile?: string | undefined },
): Promise<ExitCode> {
  const credentials = await findCredentials(context.env, profile)
  const tokens = createAgentTokens(context.fetch, credentials)
  // A wrong key is reported at once, where the client shows why the server did not start.
  await tokens.get()
  const bridge = createBridge({
    url: `${credentials.url}/mcp`,
    fetch: context.fetch,
    tokens,
    write: (message) => void context.stdout.write(`${JSON.stringify(message)}\n`),
  })
  const running = new Set<Promise<void>>()
  for await (const line of createInterface({ input: context.stdin })) {
    if (line.trim() === '') continue
    const answered = bridge.pass(line).finally(() => running.delete(answered))
    running.add(answered)
  }
  await Promise.all(running)
  return exitCodes.done
}
