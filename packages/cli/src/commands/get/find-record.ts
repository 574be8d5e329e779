import type { FileRecord, Inlet, InsightRecord, MediaRecord, SurveyRecord } from '@inlet/sdk'
import { tryKinds } from '../../client/try-kinds.ts'

export type FoundRecord =
  | { kind: 'file'; record: FileRecord }
  | { kind: 'insight'; record: InsightRecord }
  | { kind: 'survey'; record: SurveyRecord }
  | { kind: 'media'; record: MediaRecord }

export const findRecord = (inlet: Inlet, key: string): Promise<FoundRecord> =>
  tryKinds<FoundRecord>(key, [
    async () => ({ kind: 'file', record: await inlet.files.get(key) }),
    async () => ({ kind: 'insight', record: await inlet.insights.get(key) }),
    async () => ({ kind: 'survey', record: await inlet.surveys.get(key) }),
    async () => ({ kind: 'media', record: await inlet.media.get(key) }),
  ])
