/**
 * Playback state outside React, because the time changes up to sixty times a second. It can seek before the media
 * element has loaded.
 */
import { createListeners } from '../../ui/create-listeners.ts'

export interface PlayerState {
  isPlaying: boolean
  rate: number
  isMuted: boolean
  volume: number
  hasFailed: boolean
}

export const rates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3]

export type Player = ReturnType<typeof createPlayer>

export function createPlayer(startSeconds: number) {
  let media: HTMLMediaElement | undefined
  let pendingSeek: number | undefined = startSeconds > 0 ? startSeconds : undefined
  let state: PlayerState = { isPlaying: false, rate: 1, isMuted: false, volume: 1, hasFailed: false }
  let frame = 0
  const stateListeners = createListeners()
  const timeListeners = createListeners<[seconds: number]>()

  const time = () => pendingSeek ?? media?.currentTime ?? 0
  const notifyTime = () => timeListeners.notify(time())
  const tick = () => {
    notifyTime()
    frame = state.isPlaying ? requestAnimationFrame(tick) : 0
  }
  const syncState = () => {
    if (!media) return
    state = {
      isPlaying: !media.paused && !media.ended,
      rate: media.playbackRate,
      isMuted: media.muted || media.volume === 0,
      volume: media.volume,
      hasFailed: media.error !== null,
    }
    stateListeners.notify()
    if (state.isPlaying && frame === 0) tick()
  }
  const applyPendingSeek = () => {
    if (!media || pendingSeek === undefined || media.readyState === 0) return
    media.currentTime = pendingSeek
    pendingSeek = undefined
  }

  function seek(seconds: number): void {
    pendingSeek = Math.max(0, seconds)
    applyPendingSeek()
    notifyTime()
  }

  return {
    /** Returns a function that detaches it. */
    attach: (element: HTMLMediaElement): (() => void) => {
      media = element
      const controller = new AbortController()
      const { signal } = controller
      for (const event of ['play', 'pause', 'ended', 'ratechange', 'volumechange', 'error', 'emptied'])
        element.addEventListener(event, syncState, { signal })
      element.addEventListener('loadedmetadata', applyPendingSeek, { signal })
      for (const event of ['seeked', 'timeupdate', 'pause'])
        element.addEventListener(event, notifyTime, { signal })
      applyPendingSeek()
      syncState()
      return () => {
        controller.abort()
        cancelAnimationFrame(frame)
        frame = 0
        pendingSeek = element.currentTime
        media = undefined
      }
    },
    state: () => state,
    onState: stateListeners.add,
    time,
    onTime: timeListeners.add,
    seek,
    skip: (seconds: number) => seek(time() + seconds),
    toggle: (): void => {
      if (!media) return
      if (media.paused) media.play().catch(syncState)
      else media.pause()
    },
    setRate: (rate: number): void => {
      if (media) media.playbackRate = rate
    },
    stepRate: (by: 1 | -1): void => {
      const index = rates.findIndex((rate) => rate >= state.rate)
      const rate = rates[Math.min(Math.max(index + by, 0), rates.length - 1)]
      if (media && rate !== undefined) media.playbackRate = rate
    },
    setMuted: (isMuted: boolean): void => {
      if (!media) return
      media.muted = isMuted
      if (!isMuted && media.volume === 0) media.volume = 1
    },
    setVolume: (volume: number): void => {
      if (!media) return
      media.volume = volume
      media.muted = volume === 0
    },
    /** Reloads the media after an error. */
    reload: (): void => {
      pendingSeek = time()
      media?.load()
    },
  }
}
