/**
 * The two call limits of an API key: one for the calls under `import/`, one for all others. Each has a pacer, so that
 * reading the event log never delays an import.
 */
import { type OperationId, operations } from '../contract.ts'
import { createPacer, type Pacer } from './pacer.ts'

export type Allowance = 'import' | 'read'
export type Pacers = Readonly<Record<Allowance, Pacer>>

/** How the RateLimit headers name them. */
export const policyNames: Record<Allowance, string> = { import: 'default', read: 'read' }

/** Calls a minute, until a response has reported the limit of the key. */
const defaultLimits: Record<Allowance, number> = { import: 20, read: 120 }

export function createPacers(): Pacers {
  return {
    import: createPacer({ limit: defaultLimits.import }),
    read: createPacer({ limit: defaultLimits.read }),
  }
}

export function allowanceOf(operation: OperationId): Allowance {
  return operations[operation].path.startsWith('/api/v1/developer/import/') ? 'import' : 'read'
}
