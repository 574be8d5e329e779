/**
 * Starts small files in groups, so that a group is initialized with one call. The next group starts when most of the
 * current one is sent; few files are then between initialize and complete when the command is killed.
 */
import { countFitting } from './count-fitting.ts'
import type { ImportTask } from './import-task.ts'
import { isSmall, type Records } from './records.ts'

export interface Token {
  /** The file is about to be initialized, or need not be. */
  begun(): void
  /** The file is about to be completed. */
  sent(): void
}

export interface Groups {
  add(task: ImportTask): void
  /** Removes and returns what has not started. */
  drain(): ImportTask[]
  /** Files that will be initialized. */
  readonly isBeginning: boolean
  /** Files that will be completed. */
  readonly isSending: boolean
}

export interface GroupRules {
  size: () => number
  /** Resolves when the file is accepted or has failed. */
  work: (task: ImportTask, token: Token) => Promise<void>
  /** Fewer files will be initialized or completed. */
  onChange: () => void
}

/** A group is sent long before its descriptors expire. */
const mostBytes = 256 * 1024 * 1024
/** Files that are added in a loop belong to one group. */
const gatherMs = 10

export function createGroups({ size, work, onChange }: GroupRules): Groups {
  let waiting: ImportTask[] = []
  let beginning = 0
  let unsent = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function startSoon(): void {
    if (waiting.length > 0 && unsent <= size() / 2) timer ??= setTimeout(start, gatherMs)
  }

  function start(): void {
    timer = undefined
    const group = waiting.slice(0, countFitting(waiting, { maxItems: size(), maxBytes: mostBytes }))
    waiting = waiting.slice(group.length)
    // All of them count before the first one runs.
    const tokens = group.map(() => createToken())
    for (const [i, task] of group.entries()) {
      const token = tokens[i]
      if (token) void work(task, token).finally(() => token.sent())
    }
  }

  function createToken(): Token {
    let isBeginning = true
    let isUnsent = true
    beginning += 1
    unsent += 1
    const begun = () => {
      if (!isBeginning) return
      isBeginning = false
      beginning -= 1
      onChange()
    }
    return {
      begun,
      sent() {
        begun()
        if (!isUnsent) return
        isUnsent = false
        unsent -= 1
        startSoon()
        onChange()
      },
    }
  }

  return {
    add(task) {
      waiting.push(task)
      startSoon()
    },
    drain() {
      const rest = waiting
      waiting = []
      clearTimeout(timer)
      timer = undefined
      onChange()
      return rest
    },
    get isBeginning() {
      return beginning > 0
    },
    get isSending() {
      return unsent > 0 || waiting.length > 0
    },
  }
}

export type GroupableTask = Pick<ImportTask, 'next' | 'bytes' | 'remote' | 'sourceUrl'>

/** Small files share calls. An upload in parts makes its own calls, and takes longer than the others should wait for. */
export function isForGroup({ next, bytes, remote, sourceUrl }: GroupableTask): boolean {
  // The content of a remote file has to be fetched first, which takes space on disk. A link has none.
  if (remote || sourceUrl !== undefined) return false
  if (next.step === 'complete') return next.entry.upload === undefined
  return next.step === 'start' && isSmall(bytes)
}

/** False if an earlier run has created the record, or its batch is repeated. */
export const isToBeInitialized = ({ next }: Pick<ImportTask, 'next'>): boolean =>
  next.step === 'start' && !(next.why === 'new' && next.old?.batch !== undefined)

/** A file counts as on its way until its call is submitted. */
export const withToken = (records: Records, token: Token): Records => ({
  ...records,
  initialize(...args) {
    const begun = records.initialize(...args)
    token.begun()
    return begun
  },
  complete(...args) {
    const completed = records.complete(...args)
    token.sent()
    return completed
  },
})
