/** The wall-clock budget shared by all steps of a file. */

export type Budget = { remainingMs(): number }

export function startBudget(wallMs: number, now: () => number = () => performance.now()): Budget {
  const endsAt = now() + wallMs
  return { remainingMs: () => Math.max(0, endsAt - now()) }
}
