/** Whether a file is what its extension says, from three witnesses: extension, libmagic, `file-type`. Pure. */

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

/** Bytes that nobody recognizes are a broken file of the right name rather than a good one of another. */
function mismatch(extension: string, { magicType, inspection }: Seen): Failed {
  const found = magicType === unknownType || magicType === 'application/zip' ? inspection.fileType : magicType
  return found === null ? damaged : typeMismatch(extension, contentName(found))
}

function judgePdf(format: Format, { magicType, inspection }: Seen, mismatched: Failed): Failed | null {
  if (format.libmagic.includes(magicType) && format.fileType.includes(inspection.fileType)) return null
  // Viewers read a PDF after some stray bytes, which file-type does not and libmagic not always: fine when neither sees
  // another type in them.
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
  // libmagic reads the author's summary, which other programs fill in freely: the streams decide what kind it is.
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
  // libmagic does not know UTF-16 without its mark. file-type is not asked: it takes a text starting with "BM" for a BMP.
  return charset !== 'binary' || magicType === unknownType ? null : mismatched
}

function judgeImage(format: Format, { magicType, inspection }: Seen, mismatched: Failed): Failed | null {
  return format.libmagic.includes(magicType) && format.fileType.includes(inspection.fileType)
    ? null
    : mismatched
}

/**
 * Each witness misses some good recordings, so one is enough, as long as the other sees nothing else. What neither knows
 * is left to the decoder only for formats that are known to lack a mark.
 */
function judgeMedia(format: Format, { extension, magicType, inspection }: Seen): Failed | null {
  const { fileType } = inspection
  const magicAgrees = format.libmagic.includes(magicType)
  if (!magicAgrees && magicType !== unknownType) return typeMismatch(extension, contentName(magicType))
  if (format.fileType.includes(fileType)) return null
  if (fileType !== null) return typeMismatch(extension, contentName(fileType))
  return magicAgrees ? null : damaged
}
