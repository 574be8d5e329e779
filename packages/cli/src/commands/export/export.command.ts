import { readChoice, readList } from '../arguments.ts'
import type { Register } from '../register.ts'
import { type ExportOptions, exportContents, exportFormats } from './export-options.ts'

const readContent = readChoice(exportContents)
const readFormat = readChoice(exportFormats)

export const addExportCommand: Register = (program, action) => {
  const command = program
    .command('export')
    .summary('download everything of a project')
    .description(
      'Exports a project as ZIP archives, waits for them, downloads them and verifies their checksums. The API key needs export:write, and participant:read for names, e-mail addresses and uploaded survey files.',
    )
    .argument('<project>', 'id or name of the project')
    .argument('<directory>', 'where the archives are written')
    .option(
      '--format <format>',
      'bundle: ZIP archives with a manifest; qdpx: a REFI-QDA project for NVivo, ATLAS.ti, MAXQDA or QualCoder; bundle by default',
      readFormat,
    )
    .option(
      '--contents <list>',
      `what to include in addition to records, texts and responses: ${exportContents.join(', ')}; all by default`,
      (text) => readList(text).map((one) => readContent(one)),
    )
    .addHelpText(
      'after',
      `
Run the same command again after an interruption: it waits for the same export and continues the download where it stopped.
An archive is complete once it has its name: until then it ends with .part. manifest.json in the last archive lists every file
with its SHA-256. With --format qdpx, the first archive is the project, and others have files that are too large for it.

Examples:
  $ inlet export 12 backup/
  $ inlet export "Pricing interviews" backup/ --contents originals,tables
  $ inlet export 12 analysis/ --format qdpx`,
    )
  action(command, async (context, options: ExportOptions, project: string, directory: string) => {
    const { exportToDirectory } = await import('./export.handler.ts')
    return exportToDirectory(context, { project, directory }, options)
  })
}
