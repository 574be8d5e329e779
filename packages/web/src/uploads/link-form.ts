/** Checks the form of an import from a link before it is sent. The server decides. */
import { nameOfUrl } from '@inlet/sdk/shared/upload'
import { isInletError } from '../api/api-error.ts'
import { findFileProblem, isSurveyFile } from './file-kinds.ts'

export interface LinkErrors {
  url?: string
  name?: string
}

export type CheckedLink = { fileName: string } | { errors: LinkErrors }

export function checkLink(url: string, name: string): CheckedLink {
  if (!URL.canParse(url) || !/^https?:/i.test(url))
    return { errors: { url: 'Enter a link that starts with https://.' } }
  const fileName = name || nameIn(url)
  if (fileName === undefined)
    return {
      errors: { name: 'The link has no file name. Enter one with its extension, such as interview.mp4.' },
    }
  if (isSurveyFile(fileName))
    return {
      errors: { name: 'Surveys cannot be imported from a link. Download the CSV and upload it as a file.' },
    }
  // The size is known to the server of the link only.
  const problem = findFileProblem({ name: fileName, size: 1 }, 'file')
  return problem === undefined ? { fileName } : { errors: { name: problem } }
}

/** Undefined if the link does not end in a file name with an extension. */
export function nameIn(url: string): string | undefined {
  try {
    return nameOfUrl(url)
  } catch {
    return undefined
  }
}

/** Why the server refused it, by field. Empty if the error belongs to no field. */
export function linkErrorsOf(error: unknown): LinkErrors {
  if (!isInletError(error)) return {}
  const fields = error.details.map(({ field }) => field)
  if (fields.includes('source_url')) return { url: error.message }
  return fields.includes('file_name') ? { name: error.message } : {}
}
