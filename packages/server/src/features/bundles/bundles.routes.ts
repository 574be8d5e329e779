/** Imports of bundles of an API key. */
import * as contract from '@inlet/contract'
import type { FastifyInstance } from 'fastify'
import { bindIdempotent, type IdempotencyDeps } from '../../platform/http/bind-idempotent.ts'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { principalOf, scopedKeyOf } from '../../platform/http/import-scope.ts'
import { waitingOf } from '../../platform/http/wait.ts'
import type { Memory } from '../../platform/idempotency/run-once.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { EventWaits } from '../events/events.public.ts'
import type { QuotaConfig } from '../team/team.public.ts'
import { bindMediaUploadRoutes, type UploadDeps } from '../uploads/uploads.public.ts'
import type { BundleRow } from './bundles.repo.ts'
import { completeBundle } from './complete-bundle.ts'
import { getBundle, requireBundle } from './get-bundle.ts'
import { type BegunBundleKey, initializeBundle, replayInitializedBundle } from './initialize-bundle.ts'
import { volumeUploadOwner } from './volume-upload.ts'

export interface BundleDeps extends UploadDeps, IdempotencyDeps {
  config: UploadDeps['config'] & QuotaConfig
  enqueue: Enqueue
  eventWaits: EventWaits
}

export function bundleRoutes(app: FastifyInstance, deps: BundleDeps): void {
  bindIdempotent(app, deps, contract.initializeBundle, {
    status: 201,
    perform: async ({ body, request }, { remember }: Memory<BegunBundleKey>) => {
      const input = { input: body, clientAddress: request.ip }
      return answer(201, await initializeBundle({ ...deps, remember }, scopedKeyOf(request), input))
    },
    replay: async ({ request }, begun: BegunBundleKey) =>
      answer(201, await replayInitializedBundle(deps, principalOf(request), begun)),
  })

  bindIdempotent(app, deps, contract.completeBundle, {
    status: 202,
    perform: async ({ params, request }, { remember }) => {
      const done = await completeBundle({ ...deps, remember }, principalOf(request), params.bundle_key)
      return answer(done.isStarted ? 202 : 200, viewCompleted(done.row, done.isStarted))
    },
    unchanged: () => ({}),
    replay: async ({ params, request }, _outcome, status) =>
      answer(
        status === 200 ? 200 : 202,
        viewCompleted(await requireBundle(deps.db, principalOf(request), params.bundle_key), status !== 200),
      ),
  })

  bindRoute(app, contract.getBundle, async (call) => {
    const { params, query } = call
    return answer(200, await getBundle(deps, waitingOf(call, query.wait), params.bundle_key))
  })

  bindMediaUploadRoutes(app, deps, contract.volumeUpload, (principal, { bundle_key, volume_number }) =>
    volumeUploadOwner(deps, principal, { bundleKey: bundle_key, volumeNumber: volume_number }),
  )
}

function viewCompleted({ key, status }: BundleRow, isStarted: boolean) {
  const verb = isStarted ? 'has started' : 'is already running'
  return {
    bundle_key: key,
    status,
    ...(status === 'processing' && {
      message: `The import ${verb}. Poll its status until it is completed or failed.`,
    }),
  }
}
