/** What one check found. Whatever is not well says why, and how to mend it. */
export type Finding =
  | { check: string; state: 'ok' | 'skipped'; what: string }
  | { check: string; state: 'warning' | 'failed'; what: string; why: string; mend: string }

export const ok = (check: string, what: string): Finding => ({ check, state: 'ok', what })
export const skipped = (check: string, what: string): Finding => ({ check, state: 'skipped', what })

export interface Trouble {
  what: string
  why: string
  mend: string
}

export const failed = (check: string, trouble: Trouble): Finding => ({ check, state: 'failed', ...trouble })
export const warning = (check: string, trouble: Trouble): Finding => ({ check, state: 'warning', ...trouble })
