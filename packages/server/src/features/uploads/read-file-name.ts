import { AppError, invalidField } from '../../platform/errors.ts'
import {
  extensionsOf,
  type FileFormat,
  type FileKind,
  formatOf,
  hasForbiddenCharacters,
} from './upload.policy.ts'

/** The format of a file about to be uploaded, or an error that names the extensions that work. */
export function readFileName(field: string, name: string, kinds: readonly FileKind[]): FileFormat {
  if (hasForbiddenCharacters(name)) throw invalidField(field, 'must not contain control characters')
  const format = formatOf(name)
  if (format && kinds.includes(format.kind)) return format
  const allowed = extensionsOf(kinds).join(', ')
  throw new AppError('unsupported_extension', {
    message: `This kind of file is not supported here. Use a name that ends in one of: ${allowed}.`,
    body: { details: [{ field, message: 'must end in a supported extension' }] },
  })
}
