import * as contract from '@inlet/contract/workspace'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { getDocument } from './get-document.ts'
import { getImage } from './get-image.ts'
import { listDocumentPages } from './list-document-pages.ts'
import { searchDocument } from './search-document.ts'

export function documentRoutes(app: FastifyInstance, deps: { db: Db; store: ObjectStore }): void {
  bindRoute(app, contract.getDocument, async ({ params, request }) =>
    answer(200, await getDocument(deps, principalOf(request), params)),
  )

  bindRoute(app, contract.listDocumentPages, async ({ params, query, request }) =>
    answer(200, await listDocumentPages(deps, principalOf(request), params, query)),
  )

  bindRoute(app, contract.searchDocument, async ({ params, query, request }) =>
    answer(200, await searchDocument(deps, principalOf(request), params, query)),
  )

  bindRoute(app, contract.getImage, async ({ params, request }) =>
    answer(200, await getImage(deps, principalOf(request), params.wav_key)),
  )
}
