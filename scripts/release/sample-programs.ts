/** Programs of a user, to try packages before they are published. They reach no network. */

/** Prints the version of the SDK. */
export const runnableProgram = `
import { ImportFailedError, Inlet, InletError, signWebhook, verifyWebhook, version } from '@inlet/sdk'
import { fileFromPath } from '@inlet/sdk/node'

new Inlet({ baseUrl: 'https://inlet.example', clientId: 'id', clientSecret: 'secret' })
const file = await fileFromPath('program.js')
if (file.size === 0 || file.name !== 'program.js') throw new Error('fileFromPath')
const failure = new ImportFailedError({ key: 'k', reason: 'r', code: 'password_protected' })
if (!(failure instanceof InletError) || failure.code !== 'password_protected') throw new Error('errors')
const secret = 'whsec_' + Buffer.alloc(32, 1).toString('base64')
const event = { id: 'evt_1', type: 'file.completed', created_at: new Date().toISOString(), data: {} }
const { body, headers } = await signWebhook(secret, event)
await verifyWebhook(secret, headers, body)
console.log(version)
`

/** Uses the types that programs name most. */
export const typedProgram = `
import {
  ApiError, type ErrorCode, type FailureCode, type FileKeys, type ImportedFile, ImportFailedError, type ImportHandle,
  Inlet,
} from '@inlet/sdk'

const inlet = new Inlet({ baseUrl: 'https://inlet.example', clientId: 'a', clientSecret: 'b', scopes: ['file:write'] })
const content = new Blob(['A note.'])

export const handle: ImportHandle<FileKeys, ImportedFile> = inlet.files.import(content, {
  projectId: 1,
  name: 'note.txt',
})

export async function failuresOf(signal: AbortSignal): Promise<string[]> {
  const found: string[] = []
  const isPasswordProtected = (code: FailureCode | (string & {}) | null) => code === 'password_protected'
  for await (const file of inlet.files.list({ include: ['details'] }, { signal }))
    if (isPasswordProtected(file.error_code)) found.push(file.name)
  const { response } = await inlet.surveys.status('u').withResponse()
  return [...found, String(response.status)]
}

export function explain(error: unknown): string {
  if (error instanceof ImportFailedError) return error.code === 'too_complex' ? 'split it' : error.reason
  const denied: ErrorCode = 'insufficient_scope'
  return error instanceof ApiError && error.code === denied ? 'ask for the scope' : 'try again'
}

// @ts-expect-error A project is needed.
inlet.insights.import(content, {})
`
