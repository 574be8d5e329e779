import { InvalidInputError } from '../errors.ts'

/** The last segment of the path, which must have an extension. */
export function nameOfUrl(sourceUrl: string): string {
  if (!URL.canParse(sourceUrl))
    throw new InvalidInputError('The sourceUrl is not a URL. Pass an https URL.', { code: 'invalid_url' })
  const segment = new URL(sourceUrl).pathname.split('/').at(-1) ?? ''
  const name = decode(segment).trim()
  if (/[^.]\.\w+$/.test(name) && !/[/\\]/.test(name)) return name
  throw new InvalidInputError(
    'The path of the URL does not end in a file name with an extension. Pass one in the option "name".',
    { code: 'name_missing' },
  )
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
