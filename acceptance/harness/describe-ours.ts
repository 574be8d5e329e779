import { describe, it } from 'vitest'
import { isOurs } from './target.ts'

/**
 * A group that has to create teams and keys. On other targets it is skipped together with its set-up, which
 * would run even for a skipped group.
 */
export function describeOurs(name: string, group: () => void | Promise<void>): void {
  describe.runIf(isOurs)(
    name,
    isOurs ? group : () => it('needs a target that the suite may administer', () => {}),
  )
}
