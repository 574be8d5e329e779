/** Results of imports for API keys: projects, records, transcripts, texts and links to files. */
import * as contract from '@inlet/contract'
import type { FastifyInstance } from 'fastify'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import { serveResults } from '../../platform/http/serve-results.ts'
import { getProjectRecord, listManagedProjects } from '../projects/projects.public.ts'
import { getFileRecord, getInsightRecord } from './get-record.ts'
import { listTextPages, streamText } from './get-text.ts'
import { getTranscript } from './get-transcript.ts'
import { listUrls, type UrlDeps } from './list-urls.ts'
import { requireRecordedFile } from './require-results.ts'
import { mediaRoutes, participantRoutes, surveyRoutes } from './survey-results.routes.ts'

/** URLs are secrets that expire. */
const noStore = { 'cache-control': 'no-store' }

export function resultRoutes(app: FastifyInstance, deps: UrlDeps): void {
  serveResults(app)
  projectRoutes(app, deps)
  insightRoutes(app, deps)
  fileRoutes(app, deps)
  surveyRoutes(app, deps)
  mediaRoutes(app, deps)
  participantRoutes(app, deps)
}

const insight = ({ insight_key: key }: { insight_key: string }) => ({ owner: 'insight', key }) as const
const file = ({ wav_key: key }: { wav_key: string }) => ({ owner: 'file', key }) as const

function projectRoutes(app: FastifyInstance, deps: UrlDeps): void {
  bindRoute(app, contract.listManagedProjects, async ({ query, request }) =>
    answer(200, await listManagedProjects(deps, principalOf(request), query)),
  )

  bindRoute(app, contract.getProjectRecord, async ({ params, request }) => {
    const { record, etag } = await getProjectRecord(deps, principalOf(request), params.project_id)
    return answer(200, record, { etag })
  })
}

function insightRoutes(app: FastifyInstance, deps: UrlDeps): void {
  bindRoute(app, contract.getInsightRecord, async ({ params, request }) => {
    const { record, etag } = await getInsightRecord(deps, principalOf(request), params.insight_key)
    return answer(200, record, { etag })
  })

  bindRoute(app, contract.listInsightPages, async ({ params, query, request }) =>
    answer(200, await listTextPages(deps, principalOf(request), insight(params), query)),
  )

  bindRoute(app, contract.getInsightText, async ({ params, request }) => {
    const { body, headers } = await streamText(deps, principalOf(request), insight(params))
    return answer(200, body, headers)
  })

  bindRoute(app, contract.getInsightUrls, async ({ params, request }) =>
    answer(200, await listUrls(deps, principalOf(request), insight(params)), noStore),
  )
}

function fileRoutes(app: FastifyInstance, deps: UrlDeps): void {
  bindRoute(app, contract.getFileRecord, async ({ params, request }) => {
    const { record, etag } = await getFileRecord(deps, principalOf(request), params.wav_key)
    return answer(200, record, { etag })
  })

  bindRoute(app, contract.getFileTranscript, async ({ params, query, request }) => {
    const recording = await requireRecordedFile(deps.db, principalOf(request), params.wav_key)
    const { body, headers } = await getTranscript(deps, recording, query)
    return answer(200, body, headers)
  })

  bindRoute(app, contract.listFilePages, async ({ params, query, request }) =>
    answer(200, await listTextPages(deps, principalOf(request), file(params), query)),
  )

  bindRoute(app, contract.getFileText, async ({ params, request }) => {
    const { body, headers } = await streamText(deps, principalOf(request), file(params))
    return answer(200, body, headers)
  })

  bindRoute(app, contract.getFileUrls, async ({ params, request }) =>
    answer(200, await listUrls(deps, principalOf(request), file(params)), noStore),
  )
}
