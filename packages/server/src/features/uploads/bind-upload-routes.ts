/** Serves the sub-resource `upload` of a kind of record. */
import type { ImportUploadRoutes, MediaUploadRoutes, UploadRoutes } from '@inlet/contract'
import type { FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'
import type { Principal } from '../../platform/auth/principal.ts'
import { bindIdempotent, type IdempotencyDeps } from '../../platform/http/bind-idempotent.ts'
import { answer, bindRoute, type Call } from '../../platform/http/bind-route.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import type { UploadDeps } from './create-upload.ts'
import { getUpload } from './get-upload.ts'
import { redescribeUpload } from './redescribe-upload.ts'
import { signUploadParts } from './sign-upload-parts.ts'
import { discardUpload, startUpload } from './start-upload.ts'
import type { AwaitedUpload, UploadOwner } from './upload-owner.ts'
import { type ImportUploadDeps, redescribeImportUpload, startImportUpload } from './url-upload.ts'

type OwnerOf<Params extends TSchema> = (
  principal: Principal,
  params: Call<Params, TSchema, TSchema>['params'],
) => UploadOwner

/** Of an insight or file, which can also be downloaded. */
export function bindImportUploadRoutes<Params extends TSchema>(
  app: FastifyInstance,
  deps: ImportUploadDeps & IdempotencyDeps,
  routes: ImportUploadRoutes<Params>,
  ownerOf: OwnerOf<Params>,
): void {
  bindRead(app, deps, routes, ownerOf)
  bindIdempotent(app, deps, routes.start, {
    status: 200,
    perform: async ({ params, body, request }, { remember }) => {
      const owner = ownerOf(principalOf(request), params)
      return answer(200, await startImportUpload({ ...deps, remember }, owner, body))
    },
    replay: async ({ params, body, request }) =>
      answer(
        200,
        await replayStart(ownerOf(principalOf(request), params), (upload) =>
          redescribeImportUpload(deps, upload, body),
        ),
      ),
  })
  bindChanges(app, deps, routes, ownerOf)
}

export function bindMediaUploadRoutes<Params extends TSchema>(
  app: FastifyInstance,
  deps: UploadDeps & IdempotencyDeps,
  routes: MediaUploadRoutes<Params>,
  ownerOf: OwnerOf<Params>,
): void {
  bindRead(app, deps, routes, ownerOf)
  bindIdempotent(app, deps, routes.start, {
    status: 200,
    perform: async ({ params, body, request }, { remember }) => {
      const owner = ownerOf(principalOf(request), params)
      return answer(200, await startUpload({ ...deps, remember }, owner, body))
    },
    replay: async ({ params, body, request }) =>
      answer(
        200,
        await replayStart(ownerOf(principalOf(request), params), (upload) =>
          redescribeUpload(deps, upload, body),
        ),
      ),
  })
  bindChanges(app, deps, routes, ownerOf)
}

async function replayStart<Descriptor>(
  owner: UploadOwner,
  redescribe: (upload: AwaitedUpload & { isAwaited: true }) => Promise<Descriptor>,
): Promise<Descriptor> {
  const awaited = await owner.require('change')
  const descriptor = await redescribe({ ...awaited, isAwaited: true })
  await owner.keepWaiting?.()
  return descriptor
}

function bindRead<Params extends TSchema>(
  app: FastifyInstance,
  deps: UploadDeps,
  routes: UploadRoutes<Params>,
  ownerOf: OwnerOf<Params>,
): void {
  bindRoute(app, routes.get, async ({ params, request }) =>
    answer(200, await getUpload(deps, ownerOf(principalOf(request), params))),
  )
}

function bindChanges<Params extends TSchema>(
  app: FastifyInstance,
  deps: UploadDeps & IdempotencyDeps,
  routes: UploadRoutes<Params>,
  ownerOf: OwnerOf<Params>,
): void {
  bindRoute(app, routes.discard, async ({ params, request }) => {
    await discardUpload(deps, ownerOf(principalOf(request), params))
    return answer(204, null)
  })

  bindIdempotent(app, deps, routes.sign, {
    status: 200,
    perform: async ({ params, body, request }, { remember }) => {
      const owner = ownerOf(principalOf(request), params)
      return answer(200, await signUploadParts({ ...deps, remember }, owner, body.part_numbers))
    },
    // Signs again: the new URLs are valid for an hour, so the upload must live as long as if they were the first.
    replay: async ({ params, body, request }) =>
      answer(200, await signUploadParts(deps, ownerOf(principalOf(request), params), body.part_numbers)),
  })
}
