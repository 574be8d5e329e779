import type { Command } from 'commander'
import type { CommonOptions } from '../../context.ts'
import type { Action } from '../register.ts'
import type { ListMediaOptions, ReplaceMediaOptions } from './survey-media.handler.ts'

export function addMediaCommands(survey: Command, action: Action): void {
  const media = survey
    .command('media')
    .summary('list, replace and withdraw media files of a survey')
    .description('Corrects media files that could not be linked, cannot be read or will never arrive.')
    .addHelpText(
      'after',
      `
Examples:
  $ inlet survey media list 7c9e6679-7425-40de-944b-e07fc1f90ae7 --failed
  $ inlet survey media replace 7c9e6679-7425-40de-944b-e07fc1f90ae7 clip.ogg clip.mp3`,
    )

  const list = media
    .command('list')
    .summary('list media files with their status')
    .description(
      'Lists the media files of a survey with their link status, their recordings and the reasons for failures.',
    )
    .argument('<upload-key>', 'from the import, or from "inlet survey list"')
    .option('--failed', 'only files that were not linked or whose recording failed', false)
    .addHelpText(
      'after',
      `
Examples:
  $ inlet survey media list 7c9e6679-7425-40de-944b-e07fc1f90ae7
  $ inlet survey media list 7c9e6679-7425-40de-944b-e07fc1f90ae7 --failed --json`,
    )
  action(list, async (context, options: ListMediaOptions, uploadKey: string) => {
    const { listMedia } = await import('./survey-media.handler.ts')
    return listMedia(context, uploadKey, options)
  })

  const replace = media
    .command('replace')
    .summary('replace a media file, or upload it again')
    .description(
      `Replaces a file that never arrived, could not be linked or cannot be read. The new file is linked by its own name, or by
the name given with --as, which may be the old one. Run the same command again after an interruption.`,
    )
    .argument('<upload-key>', 'from the import, or from "inlet survey list"')
    .argument('<name>', 'the name of the file to replace, as "inlet survey media list" shows it')
    .argument('<file>', 'the new file')
    .option('--as <name>', 'link it by this name (default: the name of the new file)')
    .option('--no-wait', 'exit when it is uploaded, without waiting until it is linked')
    .addHelpText(
      'after',
      `
Examples:
  $ inlet survey media replace 7c9e6679-7425-40de-944b-e07fc1f90ae7 clip.ogg clip.mp3
  $ inlet survey media replace 7c9e6679-7425-40de-944b-e07fc1f90ae7 tpyo.mp3 recording.mp3 --as typo.mp3`,
    )
  action(
    replace,
    async (context, options: ReplaceMediaOptions, uploadKey: string, name: string, file: string) => {
      const { replaceMedia } = await import('./survey-media.handler.ts')
      return replaceMedia(context, { uploadKey, name, file }, options)
    },
  )

  const withdraw = media
    .command('withdraw')
    .summary('withdraw media files that will never arrive')
    .description(
      'Withdraws media files that were never uploaded or could not be linked. The import no longer waits for them.',
    )
    .argument('<upload-key>', 'from the import, or from "inlet survey list"')
    .argument('<name...>', 'names as "inlet survey media list" shows them')
    .addHelpText(
      'after',
      `
Examples:
  $ inlet survey media withdraw 7c9e6679-7425-40de-944b-e07fc1f90ae7 clip-17.mp3`,
    )
  action(withdraw, async (context, options: CommonOptions, uploadKey: string, names: string[]) => {
    const { withdrawMedia } = await import('./survey-media.handler.ts')
    return withdrawMedia(context, uploadKey, names, options)
  })
}
