import { type Announcement, mergeAnnouncements } from './announcement.ts'

/** Changes within this interval are sent together. */
const gatherMs = 100

export interface Gathering {
  add(announcement: Announcement): void
  close(): Promise<void>
}

/** Merges announcements of the same record and delivers them in rounds, one after another to keep them in order. */
export function gatherAnnouncements(deliver: (announcements: Announcement[]) => Promise<void>): Gathering {
  let gathered = new Map<string, Announcement>()
  let timer: NodeJS.Timeout | undefined
  let delivery = Promise.resolve()

  function startRound(): Promise<void> {
    const announcements = [...gathered.values()]
    gathered = new Map()
    return deliver(announcements)
  }

  return {
    add(announcement) {
      const { kind, team, project, key } = announcement
      // Key 0 means "anything in this team or project", so both are part of the map key.
      const name = `${kind}:${team}:${project}:${key}`
      gathered.set(name, mergeAnnouncements(gathered.get(name), announcement))
      timer ??= setTimeout(() => {
        timer = undefined
        delivery = delivery.then(startRound)
      }, gatherMs)
    },
    async close() {
      clearTimeout(timer)
      await delivery
    },
  }
}
