/** Checks the SDK against the contract: every operation has a method, and every type matches. */

import type { RouteBody, RouteResponse } from '@inlet/contract'
import * as contract from '@inlet/contract'
import { expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { clientOf, listenAsService } from '../test/loopback.ts'
import type * as ours from './contract.ts'
import { operations } from './contract.ts'
import { version } from './version.ts'

const isRoute = (value: unknown): value is contract.Route =>
  typeof value === 'object' && value !== null && 'operationId' in value
const routes = Object.values<unknown>(contract)
  .filter(isRoute)
  .filter(({ path }) => path.startsWith('/api/v1/developer/'))

it('has a method for every operation, which calls that operation', async () => {
  // A limit that this test does not reach; otherwise the client would pace its calls over minutes.
  const headers = { 'ratelimit-policy': '"default";q=1000;w=60', ratelimit: '"default";r=999;t=60' }
  const service = await listenAsService(() => ({ headers, body: { next: null } }))
  const inlet = clientOf(service) as unknown as Record<
    string,
    Record<string, (...args: unknown[]) => Promise<unknown>>
  >
  expect(routes.length).toBeGreaterThanOrEqual(32)
  for (const { operationId, method, path } of routes) {
    const [resource = '', verb = ''] = operationId.split('.')
    const call = inlet[resource]?.[verb]
    expect(call, operationId).toBeTypeOf('function')
    const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `a-${name}`)
    await call?.call(inlet[resource], ...params, {})
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `a-${name}`)
    expect(service.asked.at(-1), operationId).toMatchObject({ method, path: filled })
  }
  expect(Object.keys(operations)).toHaveLength(routes.length + 1)
})

it('exports the version of package.json', () => {
  expect(version).toBe(manifest.version)
})

type IsSame<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
const same = <_ extends true>() => {}

/** Checked by the compiler, not at run time. */
it('has the same types as the contract', () => {
  type NewProject = RouteBody<typeof contract.createProject>
  same<IsSame<Omit<ours.CreateProject, 'auto_ai_notes_payload'>, Omit<NewProject, 'auto_ai_notes_payload'>>>()
  same<IsSame<ours.Project, RouteResponse<typeof contract.createProject, 201>>>()
  same<
    IsSame<
      ours.BegunInsight | ours.BegunInsightUpload | ours.BegunInsightUrl,
      RouteResponse<typeof contract.initializeInsight, 201>
    >
  >()
  same<IsSame<ours.CompletedInsight, RouteResponse<typeof contract.completeInsight, 202>>>()
  same<IsSame<ours.InsightDetails, RouteResponse<typeof contract.getInsight, 200>>>()
  same<IsSame<ours.ListedInsight, RouteResponse<typeof contract.listInsights, 200>['insights'][number]>>()
  same<IsSame<ours.InitializeFile, RouteBody<typeof contract.initializeFile>>>()
  same<
    IsSame<
      ours.BegunFile | ours.BegunFileUpload | ours.BegunFileUrl,
      RouteResponse<typeof contract.initializeFile, 201>
    >
  >()
  same<IsSame<ours.CompletedFile, RouteResponse<typeof contract.completeFile, 200>>>()
  same<IsSame<ours.FileDetails, RouteResponse<typeof contract.getFile, 200>>>()
  same<IsSame<ours.ListedFile, RouteResponse<typeof contract.listFiles, 200>['files'][number]>>()
  same<
    IsSame<
      ours.BegunSurvey['upload_urls'],
      RouteResponse<typeof contract.initializeSurvey, 201>['upload_urls']
    >
  >()
  same<IsSame<ours.CompletedSurvey, RouteResponse<typeof contract.completeSurvey, 202>>>()
  same<IsSame<ours.SurveyUpload['parts'], contract.SurveyUpload['parts']>>()
  same<IsSame<ours.SurveyUpload['media_files'], contract.SurveyUpload['media_files']>>()
  same<
    IsSame<ours.RegisteredMedia | ours.RegisteredUploads, RouteResponse<typeof contract.registerMedia, 201>>
  >()
  same<IsSame<ours.FormUpload, contract.FormUpload>>()
  same<IsSame<ours.UploadState, contract.UploadState>>()
  same<IsSame<ours.UploadChoice, contract.UploadChoice>>()
  same<IsSame<ours.ImportUploadChoice, contract.ImportUploadChoice>>()
  same<IsSame<ours.SignParts, RouteBody<typeof contract.signFileUploadParts>>>()
  same<IsSame<ours.SignedParts, contract.SignedParts>>()
  same<IsSame<ours.ListedSurvey, RouteResponse<typeof contract.listSurveys, 200>['surveys'][number]>>()
  same<IsSame<ours.EventPage, RouteResponse<typeof contract.listEvents, 200>>>()
  same<IsSame<ours.EventType, contract.EventType>>()
  same<IsSame<ours.CreateWebhook, RouteBody<typeof contract.createWebhook>>>()
  same<IsSame<ours.UpdateWebhook, RouteBody<typeof contract.updateWebhook>>>()
  same<IsSame<ours.WebhookWithSecret, RouteResponse<typeof contract.createWebhook, 201>>>()
  same<IsSame<ours.Webhook, contract.Webhook>>()
  same<IsSame<ours.WebhookDelivery, contract.Delivery>>()
  same<IsSame<ours.ErrorBody, contract.ErrorBody>>()
  same<IsSame<ours.Scope, contract.Scope>>()
  same<IsSame<ours.FailureCode, contract.FailureCode>>()
  same<IsSame<ours.SurveyFailureCode, contract.SurveyFailureCode>>()
  same<IsSame<ours.MediaFailureCode, contract.MediaFailureCode>>()
  same<IsSame<ours.ErrorCode, contract.ErrorCode | contract.TokenErrorCode>>()
})
