import { useSyncExternalStore } from 'react'
import type { Player, PlayerState } from './player.ts'

export const usePlayerState = (player: Player): PlayerState =>
  useSyncExternalStore(player.onState, player.state)

/** Whole seconds: what shows them is drawn once a second. */
export const useWholeSeconds = (player: Player): number =>
  useSyncExternalStore(
    (tell) => player.onTime(tell),
    () => Math.floor(player.time()),
  )
