/** Decides whether a file matches its extension, given the results of libmagic and `file-type`. */

import type { Failed, Result } from '../failures.ts'
import { damaged, passwordProtected, typeMismatch, unpacksTooLarge } from '../failures.ts'
import { contentName } from './content-names.ts'
import type { Format, SupportedExtension } from './formats.ts'
import { formatOf } from './formats.ts'
import type { Inspection } from './inspection.ts'

export type Evidence = {
  readonly extension: SupportedExtension
  /** As `file --mime` prints it: `type/subtype; charset=name`. */
  readonly libmagic: string
  readonly inspection: Inspection
}

export function judgeType({ extension, libmagic, inspection }: Evidence): Result<{ mime: string }> {
  const format = formatOf(extension)
  const [magicType = '', charset = ''] = libmagic.trim().toLowerCase().split('; charset=')
  const seen = { extension, magicType, charset, inspection }
  const refusal = refusals[format.family](format, seen, mismatch(extension, seen))
  return refusal ?? { ok: true, mime: format.mime }
}

type Seen = {
  readonly extension: SupportedExtension
  readonly magicType: string
  readonly charset: string
  readonly inspection: Inspection
}
type Judge = (format: Format, seen: Seen, mismatched: Failed) => Failed | null

const refusals: Record<Format['family'], Judge> = {
  pdf: judgePdf,
  ooxml: judgeOoxml,
  ole: judgeOle,
  text: judgeText,
  image: judgeImage,
  media: judgeMedia,
}

const unknownType = 'application/octet-stream'

/** Unrecognized bytes are more likely a damaged file than a file of another type. */
function mismatch(extension: string, { magicType, inspection }: Seen): Failed {
  const found = magicType === unknownType || magicType === 'application/zip' ? inspection.fileType : magicType
  return found === null ? damaged : typeMismatch(extension, contentName(found))
}

function judgePdf(format: Format, { magicType, inspection }: Seen, mismatched: Failed): Failed | null {
  if (format.libmagic.includes(magicType) && format.fileType.includes(inspection.fileType)) return null
  // Viewers accept stray bytes before a PDF, file-type does not and libmagic not always: fine if neither reports
  // another type.
  const isOpen =
    [...format.libmagic, unknownType, 'text/plain'].includes(magicType) && inspection.fileType === null
  return isOpen && inspection.hasPdfHeader ? null : mismatched
}

function judgeOoxml(format: Format, { magicType, inspection }: Seen, mismatched: Failed): Failed | null {
  const { zip, compound, fileType } = inspection
  if (compound !== null && compound !== 'damaged' && compound.streamNames.includes('EncryptedPackage')) {
    return passwordProtected
  }
  if (zip === null) return mismatched
  if (zip === 'damaged') return damaged
  if (zip.isTooLarge) return unpacksTooLarge
  if (!format.libmagic.includes(magicType) || !format.fileType.includes(fileType)) return mismatched
  const names = zip.topNames.map((name) => name.toLowerCase())
  if (!names.includes('[content_types].xml') || !hasPart(format, names)) return mismatched
  return zip.isEncrypted ? passwordProtected : null
}

function judgeOle(format: Format, { magicType, inspection }: Seen, mismatched: Failed): Failed | null {
  const { compound, fileType } = inspection
  if (compound === null || !format.fileType.includes(fileType)) return mismatched
  if (compound === 'damaged') return damaged
  if (compound.isProtected) return passwordProtected
  // libmagic reads the summary, which programs fill in freely: the streams decide.
  if (!hasPart(format, compound.streamNames)) return magicType === format.mime ? damaged : mismatched
  return null
}

function hasPart(format: Format, names: readonly string[]): boolean {
  return format.parts?.some((part) => names.includes(part)) ?? false
}

const formatsMadeOfText = ['application/pdf', 'text/rtf', 'image/svg+xml']

function judgeText(
  _format: Format,
  { magicType, charset, inspection }: Seen,
  mismatched: Failed,
): Failed | null {
  if (!inspection.isText || formatsMadeOfText.includes(magicType)) return mismatched
  // libmagic does not recognize UTF-16 without a byte order mark. file-type is ignored: it takes text starting with
  // "BM" for a BMP.
  return charset !== 'binary' || magicType === unknownType ? null : mismatched
}

function judgeImage(format: Format, { magicType, inspection }: Seen, mismatched: Failed): Failed | null {
  return format.libmagic.includes(magicType) && format.fileType.includes(inspection.fileType)
    ? null
    : mismatched
}

/**
 * Each detector misses some valid recordings, so one is enough if the other reports nothing else. What neither
 * recognizes is left to the decoder only for formats known to lack a signature.
 */
function judgeMedia(format: Format, { extension, magicType, inspection }: Seen): Failed | null {
  const { fileType } = inspection
  const magicAgrees = format.libmagic.includes(magicType)
  if (!magicAgrees && magicType !== unknownType) return typeMismatch(extension, contentName(magicType))
  if (format.fileType.includes(fileType)) return null
  if (fileType !== null) return typeMismatch(extension, contentName(fileType))
  return magicAgrees ? null : damaged
}
