/** An analyzer backed by Microsoft Presidio. */

import type { CategoryId } from '../categories.ts'
import { cutText } from '../cut-text.ts'
import type { AnalyzeOptions, PrivacyAnalyzer, PrivacySpan } from '../span.ts'
import { PrivacyError } from '../span.ts'
import { codePointOffsets } from './code-points.ts'
import type { HttpOptions } from './post-json.ts'
import { postJson, urlBelow } from './post-json.ts'

export type PresidioOptions = HttpOptions & {
  /** The minimum score to request; by default that of the server. */
  readonly scoreThreshold?: number | undefined
  /** Custom entity types and the category of each. */
  readonly entities?: Readonly<Record<string, CategoryId>> | undefined
  /** The maximum size of a piece of text per request. */
  readonly maxChars?: number | undefined
}

/** The category of each built-in entity type. Documents without a category of their own are number sequences. */
const knownEntities: Readonly<Record<string, CategoryId>> = {
  PERSON: 1,
  EMAIL_ADDRESS: 2,
  DATE_OF_BIRTH: 3,
  PHONE_NUMBER: 4,
  ORGANIZATION: 5,
  LANGUAGE: 7,
  US_DRIVER_LICENSE: 10,
  IT_DRIVER_LICENSE: 10,
  IBAN_CODE: 11,
  US_BANK_NUMBER: 11,
  ABA_ROUTING_NUMBER: 11,
  CRYPTO: 11,
  MEDICAL_LICENSE: 17,
  US_PASSPORT: 17,
  US_ITIN: 17,
  UK_NHS: 17,
  UK_NINO: 17,
  ES_NIF: 17,
  ES_NIE: 17,
  IT_FISCAL_CODE: 17,
  IT_VAT_CODE: 17,
  IT_PASSPORT: 17,
  IT_IDENTITY_CARD: 17,
  PL_PESEL: 17,
  SG_NRIC_FIN: 17,
  SG_UEN: 17,
  AU_ABN: 17,
  AU_ACN: 17,
  AU_TFN: 17,
  AU_MEDICARE: 17,
  IN_PAN: 17,
  IN_AADHAAR: 17,
  IN_PASSPORT: 17,
  IN_VOTER: 17,
  IN_VEHICLE_REGISTRATION: 17,
  FI_PERSONAL_IDENTITY_CODE: 17,
  ID: 17,
  CREDIT_CARD: 18,
  US_SSN: 21,
  DATE_TIME: 22,
  AGE: 23,
  NRP: 24,
  NATIONALITY: 24,
  LOCATION: 25,
  GPE: 25,
  ADDRESS: 25,
}

const overlapChars = 300

export function presidioAnalyzer(options: PresidioOptions): PrivacyAnalyzer {
  const entities = { ...knownEntities, ...options.entities }
  return {
    id: 'presidio',
    async analyze(text, analyzeOptions) {
      const spans: PrivacySpan[] = []
      for (const piece of cutText(text, { maxChars: options.maxChars ?? 20_000, overlapChars })) {
        if (piece.text.trim() === '') continue
        const found = await analyzePiece(piece.text, options, entities, analyzeOptions)
        for (const span of found)
          spans.push({ ...span, start: span.start + piece.start, end: span.end + piece.start })
      }
      return spans
    },
  }
}

async function analyzePiece(
  text: string,
  options: PresidioOptions,
  entities: Readonly<Record<string, CategoryId>>,
  { language, categories, signal }: AnalyzeOptions,
): Promise<PrivacySpan[]> {
  const body = {
    text,
    language: language?.split(/[-_]/)[0]?.toLowerCase() ?? 'en',
    ...(options.scoreThreshold === undefined ? {} : { score_threshold: options.scoreThreshold }),
  }
  const url = urlBelow(options.baseUrl, '/analyze')
  const answer = await postJson({ analyzer: 'presidio', url, body, signal }, options)
  if (!Array.isArray(answer)) throw badAnswer()
  const offsetOf = codePointOffsets(text)
  return answer.flatMap((result: unknown) => {
    const { entity, start, end, score } = readResult(result)
    const category = Object.hasOwn(entities, entity) ? entities[entity] : undefined
    const [from, to] = [offsetOf(start), offsetOf(end)]
    if (from === null || to === null || to < from) throw badAnswer()
    if (category === undefined || !categories.includes(category)) return []
    return [
      { start: from, end: to, category, confidence: Math.min(1, Math.max(0, score)), source: 'presidio' },
    ]
  })
}

type Result = {
  readonly entity: string
  readonly start: number
  readonly end: number
  readonly score: number
}

function readResult(result: unknown): Result {
  if (typeof result !== 'object' || result === null) throw badAnswer()
  const { entity_type: entity, start, end, score }: Partial<Record<string, unknown>> = { ...result }
  if (typeof entity !== 'string' || typeof start !== 'number' || typeof end !== 'number') throw badAnswer()
  return { entity, start, end, score: typeof score === 'number' ? score : 0.5 }
}

function badAnswer(): PrivacyError {
  return new PrivacyError(
    'analyzer_bad_answer',
    'presidio returned positions outside the text, or an unknown format',
  )
}
