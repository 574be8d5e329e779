/** What the readers of a REFI-QDA export share. */
import { deriveGuid, plainText } from '@inlet/refi-qda'
import type { ProjectReading } from '../project-reading.ts'
import type { QdeRecords } from './qde-records.ts'

export interface QdpxReading extends ProjectReading {
  records: QdeRecords
  /** Unique names. */
  nameSource: (wanted: string) => string
  nameVariable: (wanted: string, qualifier?: string) => string
  nameSurvey: (wanted: string) => string
  /** Files of answers so far. */
  answerTexts: number
  /** Images that are neither JPEG nor PNG. */
  unsupportedImages: number
  /** Bytes of all text files so far. */
  textBytes: number
}

/** Derived from ids, so that two exports of a project can be matched. */
export const guidOf = (...parts: readonly (string | number)[]): string => deriveGuid(parts.join(':'))

export async function addText(
  reading: QdpxReading,
  { guid, recordKey }: { guid: string; recordKey: string | null },
  chunks: AsyncIterable<string> | Iterable<string>,
): Promise<void> {
  async function* normalized() {
    for await (const chunk of chunks) {
      const text = plainText(chunk)
      reading.textBytes += Buffer.byteLength(text)
      yield text
    }
  }
  await reading.spool.addFile({ path: `sources/${guid}.txt`, role: 'text', recordKey }, normalized())
}
