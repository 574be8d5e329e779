import type {
  CompletedInsight,
  getInsight,
  listInsights,
  ManagedInsight,
  RouteResponse,
} from '@inlet/contract'
import type { Static } from 'typebox'
import type { ImportState } from '../changes/changes.public.ts'
import { explainNotice } from '../files/files.public.ts'
import { insightType, processingStatus } from './insight.state.ts'
import type { Insight, InsightItem, InsightState } from './insights.repo.ts'
import type { ManagedInsightRow } from './managed-insights.repo.ts'

type InsightStatus = RouteResponse<typeof getInsight, 200>

export function viewInsight(
  insight: Insight,
  thumbnailUrl: string | null,
  { hasDetails = false }: { hasDetails?: boolean } = {},
): InsightStatus {
  return {
    insight_key: insight.key,
    name: insight.name,
    processing_status: processingStatus(insight.phase),
    insight_state: insight.state,
    insight_type: insightType(insight.extension),
    thumbnail_image: thumbnailUrl,
    created_at: insight.created_at.toISOString(),
    ...(insight.failure_message !== null && { error_reason: insight.failure_message }),
    ...(hasDetails && viewDetails(insight)),
  }
}

const viewProgress = ({ phase, stage, percent, seconds_left }: InsightState) =>
  phase === 'processing' && stage !== null ? { stage, percent: percent ?? 0, seconds_left } : null

function viewDetails(insight: Insight): Partial<InsightStatus> {
  const { phase } = insight
  return {
    kind: 'document',
    progress: viewProgress(insight),
    notices: phase === 'completed' ? insight.notices.map(explainNotice) : [],
    external_id: insight.external_id,
    metadata: insight.metadata,
    error_code: insight.failure_code,
    size_bytes: insight.object_bytes,
    sha256: insight.sha256,
    updated_at: insight.updated_at.toISOString(),
    completed_at: phase === 'completed' ? (insight.completed_at?.toISOString() ?? null) : null,
  }
}

export function viewInsightItem(
  item: InsightItem,
  { hasDetails = false }: { hasDetails?: boolean } = {},
): RouteResponse<typeof listInsights, 200>['insights'][number] {
  return {
    insight_key: item.key,
    name: item.name,
    project_id: item.project_id,
    processing_status: processingStatus(item.phase),
    created_at: new Date(item.created_at).toISOString(),
    ...(hasDetails && {
      external_id: item.external_id,
      error_code: item.failure_code,
      updated_at: new Date(item.updated_at).toISOString(),
    }),
  }
}

/** The response of complete to every call except the one that started processing. */
export function completedInsight({ key, phase }: Insight): Static<typeof CompletedInsight> {
  if (phase === 'completed' || phase === 'failed') return { insight_key: key, status: phase }
  return {
    insight_key: key,
    status: 'processing',
    message: 'This upload is already being processed. Poll its status until it is completed or failed.',
  }
}

export const startedInsight = ({ key }: Insight) => ({ insight_key: key, status: 'processing' as const })

export function viewInsightState(insight: InsightState): ImportState {
  const { key, phase, external_id, failure_message, failure_code } = insight
  return {
    key,
    status: processingStatus(phase),
    is_final: phase === 'completed' || phase === 'failed',
    isProcessing: phase === 'processing',
    error_reason: failure_message,
    error_code: failure_code,
    progress: viewProgress(insight),
    external_id,
  }
}

export const viewInsightRecord = (insight: Omit<ManagedInsightRow, 'extraction_id'>): ManagedInsight => ({
  insight_key: insight.key,
  name: insight.name,
  project_id: insight.project_id,
  external_id: insight.external_id,
  metadata: insight.metadata,
  created_at: insight.created_at.toISOString(),
  updated_at: insight.updated_at.toISOString(),
  insight_type: insightType(insight.extension),
  insight_state: insight.state,
  processing_status: processingStatus(insight.phase),
})
