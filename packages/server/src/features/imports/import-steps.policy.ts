/** Derives the steps of an import from its record. Pure. */
import type { ImportKind, ImportStatus, ImportStep } from '@inlet/contract/workspace'

type StepName = ImportStep['name']

export interface StepFacts {
  kind: ImportKind
  media: 'audio' | 'video' | 'document' | 'image' | null
  status: ImportStatus
  createdAt: Date
  startedAt: Date | null
  convertedAt: Date | null
  readAt: Date | null
  transcribedAt: Date | null
  completedAt: Date | null
  /** A recording that is shown only in its protected version. */
  isProtected: boolean
}

function namesOf({ kind, media, isProtected }: StepFacts): StepName[] {
  if (kind === 'insight') return ['received', 'stored', 'converted', 'ready']
  if (isProtected) return ['received', 'stored', 'protected', 'ready']
  if (media === 'audio' || media === 'video')
    return ['received', 'stored', 'converted', 'transcribed', 'ready']
  return ['received', 'stored', 'read', 'ready']
}

export function stepsOf(facts: StepFacts): ImportStep[] {
  const times: Record<StepName, Date | null> = {
    received: facts.createdAt,
    // An upload that must be repeated counts as not stored.
    stored: facts.status === 'waiting' ? null : facts.startedAt,
    converted: facts.convertedAt,
    read: facts.readAt,
    transcribed: facts.transcribedAt,
    protected: facts.status === 'ready' ? facts.completedAt : null,
    ready: facts.status === 'ready' ? facts.completedAt : null,
  }
  const names = namesOf(facts)
  // A ready import has passed every step, including steps without a recorded time.
  const done = facts.status === 'ready' ? names.length : names.findIndex((name) => times[name] === null)
  return names.map((name, place) => {
    if (place < done) return { name, state: 'done', at: times[name]?.toISOString() ?? null }
    if (place > done) return { name, state: 'ahead', at: null }
    if (facts.status === 'failed')
      return { name, state: 'failed', at: facts.completedAt?.toISOString() ?? null }
    return { name, state: 'current', at: null }
  })
}
