import type { Recording } from '@inlet/contract/workspace'
import { useState } from 'react'
import type { Player } from './player.ts'
import { usePlayerState } from './use-player.ts'

/** Captions of a video with a complete transcript. On by default while muted, until the user chooses. */
export function useCaptions(player: Player, { has_video: hasVideo, transcript }: Recording) {
  const { isMuted } = usePlayerState(player)
  const [chosen, setChosen] = useState<boolean>()
  if (!hasVideo || !transcript?.is_whole || transcript.segment_count === 0) return undefined
  const isOn = chosen ?? isMuted
  return { isOn, toggle: () => setChosen(!isOn) }
}
