import type { Register } from '../register.ts'
import type { ImportBundleOptions } from './import-bundle-options.ts'

export const addImportBundleCommand: Register = (program, action) => {
  const command = program
    .command('import-bundle')
    .summary('import an exported project')
    .description(
      'Uploads the ZIP archives of an export and makes a new private project of them, with all records, transcripts, responses and files as they were. The .qdpx file of another program (REFI-QDA) becomes a project with its sources, transcripts and codes. The API key needs export:write and project:write.',
    )
    .argument('<path...>', 'directory with the archives of one export, or the archives themselves')
    .option('--name <name>', 'name of the new project; the exported name by default')
    .addHelpText(
      'after',
      `
Run the same command again after an interruption: it continues the same import and sends only what has not arrived.
An import fails as a whole: if a file is missing or damaged, nothing is imported and the reason is printed.

Examples:
  $ inlet import-bundle backup/
  $ inlet import-bundle inlet-export-…-001.zip inlet-export-…-002.zip --name "Pricing interviews (copy)"
  $ inlet import-bundle study.qdpx`,
    )
  action(command, async (context, options: ImportBundleOptions, paths: string[]) => {
    const { importBundle } = await import('./import-bundle.handler.ts')
    return importBundle(context, paths, options)
  })
}
