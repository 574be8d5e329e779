/** The result of one check. Warnings and failures say why, and how to fix it. */
export type CheckResult =
  | { check: string; state: 'ok' | 'skipped'; what: string }
  | { check: string; state: 'warning' | 'failed'; what: string; why: string; fix: string }

export const ok = (check: string, what: string): CheckResult => ({ check, state: 'ok', what })
export const skipped = (check: string, what: string): CheckResult => ({ check, state: 'skipped', what })

export interface Trouble {
  what: string
  why: string
  fix: string
}

export const failed = (check: string, trouble: Trouble): CheckResult => ({
  check,
  state: 'failed',
  ...trouble,
})
export const warning = (check: string, trouble: Trouble): CheckResult => ({
  check,
  state: 'warning',
  ...trouble,
})
