import { post, prefix } from './api.ts'

let counter = 0

export async function makeProject(token: string, settings: Record<string, unknown> = {}): Promise<number> {
  counter += 1
  const answer = await post(`${prefix}/projects/create`, {
    token,
    json: { name: `Project ${counter} ${Date.now().toString(36)}`, ...settings },
  })
  if (answer.status !== 201) throw new Error(`No project: ${answer.status} ${answer.text}`)
  return Number(answer.body['id'])
}
