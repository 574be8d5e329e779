import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, get } from './api.ts'

/** Polls the status until the field has one of the values. */
export async function waitForStatus(
  path: string,
  options: { token: string; field: string; until: string[]; timeoutMs?: number },
): Promise<Answer> {
  const deadline = Date.now() + (options.timeoutMs ?? 90_000)
  for (;;) {
    const answer = await get(path, { token: options.token })
    if (options.until.includes(String(answer.body[options.field]))) return answer
    if (Date.now() > deadline) throw new Error(`Still ${answer.text} after waiting.`)
    await sleep(300)
  }
}
