/** The text of a line while it is edited: saved after a pause and on closing, kept while it cannot be saved. */
import type { TranscriptSegment } from '@inlet/contract/workspace'
import { useBlocker } from '@tanstack/react-router'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { isInletError } from '../../../api/api-error.ts'
import { showNotice } from '../../../notices/notice-store.ts'
import { textOf } from '../transcript-time.ts'
import { conflictOf, type EditTarget, revertChange, saveLine, tellChange } from './change-lines.ts'
import { afterSave, type SavedLine, savedOf } from './saved-line.ts'

const pauseMs = 1500
const retryMs = 5000

export type EditProblem =
  | { kind: 'offline' }
  | { kind: 'conflict'; current: TranscriptSegment }
  | { kind: 'refused'; message: string }

const oneLine = (text: string) => text.trim().split(/\s+/).join(' ')

export function useLineEditor(target: EditTarget, line: TranscriptSegment, onClose: () => void) {
  const [text, setText] = useState(() => textOf(line))
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useState<EditProblem>()
  const saved = useRef<SavedLine>(savedOf(line))
  const running = useRef<Promise<boolean>>(Promise.resolve(true))
  /** Removing the field takes the focus from it, which must not save again. */
  const isClosed = useRef(false)
  const latest = useRef(text)
  latest.current = text
  const hasUnsaved = () => !isClosed.current && oneLine(latest.current) !== oneLine(saved.current.text)

  const saveOnce = useEffectEvent(async (): Promise<boolean> => {
    const wanted = oneLine(latest.current)
    const { version, change } = saved.current
    if (!hasUnsaved()) return true
    setSaving(true)
    try {
      const changed = await saveLine(target, { number: line.number, version, text: wanted }, change)
      saved.current = afterSave(saved.current, wanted, changed)
      setProblem(undefined)
      return true
    } catch (error) {
      setProblem(problemOf(error, line.number))
      return false
    } finally {
      setSaving(false)
    }
  })
  /** One call at a time: the next one needs the version of the previous one. */
  const save = useCallback((): Promise<boolean> => {
    running.current = running.current.then(() => saveOnce())
    return running.current
  }, [])
  /** Also what is typed while a call is running. */
  const saveAll = async (): Promise<boolean> => {
    while (await save()) if (!hasUnsaved()) return true
    return false
  }

  const isUnsaved = oneLine(text) !== oneLine(saved.current.text)
  const canRetry = problem === undefined || problem.kind === 'offline'
  // biome-ignore lint/correctness/useExhaustiveDependencies: each keystroke starts the pause again
  useEffect(() => {
    if (!isUnsaved || !canRetry) return undefined
    const timer = setTimeout(() => void save(), problem ? retryMs : pauseMs)
    return () => clearTimeout(timer)
  }, [text, isUnsaved, canRetry, problem, save])
  useEffect(() => {
    const onOnline = () => void save()
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [save])
  const leaving = useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname &&
      hasUnsaved() &&
      (problem?.kind === 'conflict' || !(await saveAll())),
    enableBeforeUnload: hasUnsaved,
    withResolver: true,
  })
  // A filter can remove the line from the page before the pause is over.
  const flush = useEffectEvent(async () => {
    if (!hasUnsaved() || (problem?.kind !== 'conflict' && (await saveAll()))) return
    showNotice({ text: `This line was not saved: “${latest.current}”`, isProblem: true })
  })
  useEffect(() => () => void flush(), [])
  // Another window has changed the line, and nothing was typed here.
  const adopt = useEffectEvent((newer: TranscriptSegment) => {
    if (newer.version <= saved.current.version || isUnsaved || isSaving) return
    saved.current = savedOf(newer)
    setText(textOf(newer))
  })
  useEffect(() => adopt(line), [line])

  const close = (version: number | undefined) => {
    if (isClosed.current) return
    isClosed.current = true
    if (version !== undefined) tellChange(target, 'Line changed.', version)
    onClose()
  }
  const finish = async (): Promise<boolean> => {
    if (problem?.kind === 'conflict' || !(await saveAll())) return false
    close(saved.current.change)
    return true
  }
  const discard = () => {
    isClosed.current = true
    onClose()
  }
  const cancel = async (): Promise<void> => {
    if (isClosed.current) return
    isClosed.current = true
    await running.current
    const { change, isOneChange, original, ...now } = saved.current
    try {
      if (change !== undefined && isOneChange) await revertChange(target, change)
      else if (now.text !== original)
        await saveLine(target, { number: line.number, version: now.version, text: original }, change)
      onClose()
    } catch (error) {
      isClosed.current = false
      setProblem(problemOf(error, line.number))
    }
  }
  const leave = () => {
    isClosed.current = true
    leaving.proceed?.()
  }
  const keepMine = async (): Promise<void> => {
    if (problem?.kind !== 'conflict') return
    saved.current = savedOf(problem.current)
    setProblem(undefined)
    if (await saveAll()) close(saved.current.change)
  }
  return {
    text,
    setText,
    isSaving,
    isUnsaved,
    problem,
    save,
    finish,
    cancel,
    keepMine,
    discard,
    leaving,
    leave,
  }
}

function problemOf(error: unknown, number: number): EditProblem {
  const current = conflictOf(error)?.lines.find((one) => one.number === number)
  if (current) return { kind: 'conflict', current }
  if (isInletError(error) && error.status === undefined) return { kind: 'offline' }
  const message = isInletError(error)
    ? error.message
    : 'The line could not be saved. Copy your text and reload the page.'
  return { kind: 'refused', message }
}
