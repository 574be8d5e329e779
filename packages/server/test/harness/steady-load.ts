/** Requests at a steady rate, whether or not earlier ones have been answered. */
export interface Answer {
  /** On the monotonic clock. */
  startedAt: number
  ms: number
  /** 0 when the connection failed. */
  status: number
}

export interface SteadyLoad {
  answers: readonly Answer[]
  /** Sends no more and waits for all answers. */
  stop(): Promise<readonly Answer[]>
}

/** `send` resolves with the status. */
export function startLoad(perSecond: number, send: (i: number) => Promise<number>): SteadyLoad {
  const answers: Answer[] = []
  const open = new Set<Promise<void>>()
  let count = 0
  const timer = setInterval(() => {
    const startedAt = performance.now()
    const sent = send(count)
      .catch(() => 0)
      .then((status) => {
        answers.push({ startedAt, ms: performance.now() - startedAt, status })
        open.delete(sent)
      })
    count += 1
    open.add(sent)
  }, 1000 / perSecond)
  return {
    answers,
    async stop() {
      clearInterval(timer)
      await Promise.all(open)
      return answers
    },
  }
}

export const longestMs = (answers: readonly Answer[]) => Math.max(0, ...answers.map(({ ms }) => ms))

/** How often each status occurred, as text for the output of a test. */
export function countStatuses(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
