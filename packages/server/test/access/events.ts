/** The event log of the access matrix: after `checkChanges`, a key finds the events of exactly the records it can see. */
import type { Matrix } from './cells.ts'
import type { Credential } from './people.ts'
import type { Target } from './world.ts'

const kinds: readonly Target['kind'][] = ['insight', 'document', 'recording']

/** Whoever could open a project reads what happens to it afterwards; `visibleTo` does not know who that was. */
const isClosed = ({ name }: Target) => /archived|deleted/.test(name)

export async function checkEvents({ people, targets, check }: Matrix): Promise<void> {
  const reported = targets.filter((target) => kinds.includes(target.kind) && !isClosed(target))
  for (const caller of people.credentials.filter(({ surface }) => surface === 'import')) {
    const log = await readLog(caller)
    for (const { name, params, visibleTo } of reported)
      check(
        `import events.list, ${caller.who}, ${name}`,
        visibleTo.has(caller.who) ? 'allowed' : 'not listed',
        log.includes(params['key'] ?? '') ? 'allowed' : 'not listed',
      )
  }
}

async function readLog(caller: Credential): Promise<string> {
  let text = ''
  let query = 'limit=100'
  for (;;) {
    const answer = await caller.call('GET', `/api/v1/developer/events?${query}`)
    const page = await answer.text()
    if (!answer.ok) return text
    text += page
    const { next_cursor, has_more } = JSON.parse(page) as { next_cursor: string; has_more: boolean }
    if (!has_more) return text
    query = `limit=100&after=${encodeURIComponent(next_cursor)}`
  }
}
