/** A person signed in to the workspace, who reads what was imported. */
import { inject } from 'vitest'
import { adminOf } from '../../../scripts/programs/admin-of.ts'

const password = 'a quiet morning by the lake'

/** Returns a reader of the open answers of a survey, from its CSV export. */
export async function openResponses(): Promise<(uploadKey: string, column: string) => Promise<string[]>> {
  const baseUrl = inject('baseUrl')
  const workspace = `${baseUrl}/api/v1/workspace`
  const { link } = await adminOf(inject('systemEnv'))('user', 'invite', 'cli@example.org')
  const accepted = await fetch(`${workspace}/invitation`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: baseUrl },
    body: JSON.stringify({ token: String(link).split('#')[1], password }),
  })
  if (!accepted.ok) throw new Error(`Accepting the invitation failed: ${await accepted.text()}`)
  const cookie = (accepted.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  return async (uploadKey, column) => {
    const answer = await fetch(`${workspace}/surveys/${uploadKey}/responses.csv`, { headers: { cookie } })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`No export: ${answer.status} ${text}`)
    // The cells of these tests have no quotes, commas or line breaks.
    const [header = '', ...lines] = text
      .replace(/^\ufeff/, '')
      .trimEnd()
      .split(/\r?\n/)
    const at = header.split(',').indexOf(column)
    if (at < 0) throw new Error(`The export has no column "${column}": ${header}`)
    return lines.map((line) => line.split(',')[at] ?? '')
  }
}
