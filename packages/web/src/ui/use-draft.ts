import { useState } from 'react'
import { isSame, rebaseFields } from './rebase-fields.ts'

/** The values of a form. They follow the server until the user changes one; `shown` is what the user has seen then. */
export function useDraft<Source, Draft extends object>(source: Source, draftOf: (source: Source) => Draft) {
  const [shown, setShown] = useState(source)
  const [draft, setDraft] = useState(() => draftOf(source))
  /** Older than `shown`, until the query has its result. */
  const [superseded, setSuperseded] = useState<Source | undefined>()
  const isTouched = !isSame(draft, draftOf(shown))
  if (source !== shown && source !== superseded && !isTouched) {
    setShown(source)
    setDraft(draftOf(source))
  }
  const change = (changes: Partial<Draft>) => setDraft((now) => ({ ...now, ...changes }))
  /** Continues from `fresh`. Fields that differ from `sent` were changed meanwhile and are kept. */
  const start = (fresh: Source, sent?: Draft) => {
    setSuperseded(source)
    setShown(fresh)
    setDraft((now) => (sent ? rebaseFields(sent, now, draftOf(fresh)) : draftOf(fresh)))
  }
  return { shown, draft, isTouched, change, start }
}
