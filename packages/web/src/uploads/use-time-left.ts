import { useEffect, useEffectEvent, useState } from 'react'
import { addSample, type SpeedSample, secondsLeft, type UploadSummary } from './upload-summary.ts'

const everyMs = 1_000

/** Seconds, measured every second while uploads are active. */
export function useTimeLeft({ active, sentBytes, totalBytes }: UploadSummary): number | undefined {
  const [samples, setSamples] = useState<readonly SpeedSample[]>([])
  const measure = useEffectEvent(() =>
    setSamples((before) => addSample(before, { atMs: performance.now(), sentBytes })),
  )
  const isActive = active > 0
  useEffect(() => {
    if (!isActive) return undefined
    const timer = setInterval(measure, everyMs)
    return () => {
      clearInterval(timer)
      setSamples([])
    }
  }, [isActive])
  return secondsLeft(samples, totalBytes - sentBytes)
}
