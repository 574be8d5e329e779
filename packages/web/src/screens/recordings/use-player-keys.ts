import { useShortcut } from '../../ui/shortcuts/use-shortcut.ts'
import type { Player } from './player.ts'

const group = 'Recording'

export function usePlayerKeys(
  player: Player,
  also: { toggleCaptions: (() => void) | undefined; toggleFullScreen: (() => void) | undefined },
): void {
  useShortcut({ keys: 'Space', label: 'Play or pause', group }, player.toggle)
  useShortcut({ keys: 'k', label: 'Play or pause', group }, player.toggle)
  useShortcut({ keys: 'j', label: 'Back 10 seconds', group }, () => player.skip(-10))
  useShortcut({ keys: 'l', label: 'Forward 10 seconds', group }, () => player.skip(10))
  useShortcut({ keys: ',', label: 'Slower', group }, () => player.stepRate(-1))
  useShortcut({ keys: '.', label: 'Faster', group }, () => player.stepRate(1))
  useShortcut({ keys: 'm', label: 'Mute', group }, () => player.setMuted(!player.state().isMuted))
  const { toggleCaptions, toggleFullScreen } = also
  useShortcut({ keys: 'c', label: 'Captions', group }, () => toggleCaptions?.(), toggleCaptions !== undefined)
  useShortcut(
    { keys: 'f', label: 'Full screen', group },
    () => toggleFullScreen?.(),
    toggleFullScreen !== undefined,
  )
}
