import { describe, it } from 'vitest'
import { isOurs } from './target.ts'

/**
 * A group that needs teams and keys of its own making. Elsewhere it is skipped whole; its set-up, which would
 * run even for a skipped group, is left out then.
 */
export function describeOurs(name: string, group: () => void | Promise<void>): void {
  describe.runIf(isOurs)(
    name,
    isOurs ? group : () => it('needs a target that the suite may administer', () => {}),
  )
}
