import type { Recording } from '@inlet/contract/workspace'
import { useState } from 'react'
import type { Player } from './player.ts'
import { usePlayerState } from './use-player.ts'

/** Of a video whose transcript is whole. On by themselves while it is muted, until somebody decides otherwise. */
export function useCaptions(player: Player, { has_video: hasVideo, transcript }: Recording) {
  const { isMuted } = usePlayerState(player)
  const [chosen, choose] = useState<boolean>()
  if (!hasVideo || !transcript?.is_whole || transcript.segment_count === 0) return undefined
  const isOn = chosen ?? isMuted
  return { isOn, toggle: () => choose(!isOn) }
}
