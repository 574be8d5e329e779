import { AppError, invalidField } from '../../platform/errors.ts'
import { forbiddenCharactersMessage, hasForbiddenCharacters } from './name.policy.ts'
import { extensionsOf, type FileFormat, type FileKind, formatOf } from './upload.policy.ts'

/** The format of a file to upload, or an error that lists the accepted extensions. */
export function readFileName(field: string, name: string, kinds: readonly FileKind[]): FileFormat {
  if (hasForbiddenCharacters(name)) throw invalidField(field, forbiddenCharactersMessage)
  const format = formatOf(name)
  if (format && kinds.includes(format.kind)) return format
  const allowed = extensionsOf(kinds).join(', ')
  throw new AppError('unsupported_extension', {
    message: `This file type is not supported here. Use a file name that ends in one of: ${allowed}.`,
    body: { details: [{ field, message: 'must end in a supported extension' }] },
  })
}
