/** The files that processing has derived from an import, for links to them. */
import type { ContentOwner } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { findContent } from './content.repo.ts'
import { type Source, sourceOf } from './get-content.ts'

const derivedParts = ['viewer', 'thumbnail', 'rendition', 'poster'] as const
export type DerivedPart = (typeof derivedParts)[number]

export async function listDerived(
  db: Db,
  principal: Principal,
  owner: ContentOwner,
  key: string,
): Promise<(Source & { part: DerivedPart })[]> {
  const row = await findContent(db, principal, owner, key)
  return derivedParts.flatMap((part) => {
    const source = row && sourceOf[part](row)
    return source ? [{ part, ...source }] : []
  })
}
