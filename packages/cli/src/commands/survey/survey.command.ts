import type { Command } from 'commander'
import type { CommonOptions } from '../../context.ts'
import { collect, readChoice, readCount } from '../arguments.ts'
import type { Register } from '../register.ts'
import type { AppendOptions } from './append-survey.handler.ts'
import type { ImportSurveyOptions } from './import-survey.handler.ts'
import type { PreviewOptions } from './preview-survey.handler.ts'
import type { RetryOptions } from './retry-survey.handler.ts'

const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'shift_jis',
  'gb18030',
  'euc-kr',
  'windows-1251',
  'windows-1252',
  'macintosh',
] as const
const delimiters = { comma: ',', semicolon: ';', tab: '\t' } as const

function addCsvOptions(command: Command): Command {
  return command
    .option('--encoding <name>', 'instead of the one that is detected', readChoice(encodings))
    .option('--delimiter <name>', 'comma, semicolon or tab, instead of the one detected', (text) => {
      return delimiters[readChoice(['comma', 'semicolon', 'tab'])(text)]
    })
}

export const addSurveyCommands: Register = (program, action) => {
  const survey = program
    .command('survey')
    .summary('import surveys from CSV')
    .description('Surveys are read from CSV in any usual encoding and shape, of any length.')
    .addHelpText(
      'after',
      `
Examples:
  $ inlet survey preview spring.csv
  $ inlet survey import spring.csv --project 42 --auto-map
  $ inlet survey list`,
    )

  const preview = survey
    .command('preview')
    .summary('show how a CSV would be read; nothing is sent')
    .description(
      `Shows how the service would read a CSV: encoding, delimiter, header rows, number of responses and parts, and for each
column the type, how sure that is, why, and some values. It uses the very code of the service and sends nothing.`,
    )
    .argument('<file>', 'the CSV')
    .option('--map <column=type>', 'state the type of a column (repeatable)', collect)
  addCsvOptions(preview).addHelpText(
    'after',
    `
Examples:
  $ inlet survey preview spring.csv
  $ inlet survey preview spring.csv --map "How likely are you to recommend us?=NPS"
  $ inlet survey preview export.csv --encoding shift_jis --json`,
  )
  action(preview, async (context, options: PreviewOptions, file: string) => {
    const { previewSurvey } = await import('./preview-survey.handler.ts')
    return previewSurvey(context, file, options)
  })

  const imported = survey
    .command('import')
    .summary('import a CSV as a survey')
    .description(
      `Imports a CSV as a survey. It is cut into parts as large as the service takes; a part that breaks off is sent again.
Run the same command again after an interruption: it goes on where it stopped, and the survey is there once.

Column types: Name, Email, Timestamp, Open-ended, Single choice, Multi choice, NPS, Ranking, MEDIA_RESPONSE, Do nothing.
A column that is neither mapped nor recognised by --auto-map is ignored.`,
    )
    .argument('<file>', 'the CSV')
    .requiredOption('-p, --project <id|name>', 'where to import to')
    .option('--name <name>', 'how researchers see it (default: the name of the file)')
    .option('--map <column=type>', 'state the type of a column (repeatable)', collect)
    .option('--auto-map', 'find the types of the columns that are not mapped', false)
    .option('--media <folder>', 'recordings to link to respondents or responses')
    .option(
      '--media-link <how>',
      'what file names are compared with: auto, email, name or column=HEADER; append ":exact" to compare letter by letter',
    )
    .option('--no-panel', 'keep respondents out of the research panel')
    .option('--no-wait', 'end when it is accepted, without waiting for the processing')
    .option('--again', 'import it as another survey, even if it is there', false)
  addCsvOptions(imported).addHelpText(
    'after',
    `
Examples:
  $ inlet survey import spring.csv --project 42 --auto-map
  $ inlet survey import spring.csv --project 42 --name "Spring 2026" --map "Email=Email" --map "Why?=Open-ended"
  $ inlet survey import video.csv --project 42 --auto-map --media clips/ --media-link email
  $ inlet survey import video.csv --project 42 --map "Clip=MEDIA_RESPONSE" --media clips/`,
  )
  action(imported, async (context, options: ImportSurveyOptions, file: string) => {
    const { importSurvey } = await import('./import-survey.handler.ts')
    return importSurvey(context, file, options)
  })

  const append = survey
    .command('append')
    .summary('add responses to a survey')
    .description(
      `Adds the responses of a CSV to a survey that has completed, with the column types it was imported with. The header must
have every question of the survey; other columns are ignored. Run the same command again after an interruption: the
responses are added once.`,
    )
    .argument('<upload-key>', 'from "inlet survey list"')
    .argument('<file>', 'the CSV')
    .option('--no-wait', 'end when it is accepted, without waiting for the processing')
    .option('--again', 'add them even if this file was added before', false)
  addCsvOptions(append).addHelpText(
    'after',
    `
Examples:
  $ inlet survey append 7c9e6679-7425-40de-944b-e07fc1f90ae7 week-2.csv`,
  )
  action(append, async (context, options: AppendOptions, uploadKey: string, file: string) => {
    const { appendSurvey } = await import('./append-survey.handler.ts')
    return appendSurvey(context, { uploadKey, file }, options)
  })

  const retry = survey
    .command('retry')
    .summary('send failed parts of a survey again')
    .description(
      `Sends the parts that failed or never arrived again, and goes on with the import. Parts that were saved stay saved. The
file is the one the survey was imported from, which this machine remembers; give it where it has moved. With --part, the
file is a corrected CSV for that one part.`,
    )
    .argument('<upload-key>', 'from the import, or from "inlet status"')
    .argument('[file]', 'the whole CSV, or with --part the CSV of that part')
    .option('--part <n>', 'replace only this part', readCount(1, 1_000_000))
    .option('--no-wait', 'end when it is accepted, without waiting for the processing')
  addCsvOptions(retry).addHelpText(
    'after',
    `
Examples:
  $ inlet survey retry 7c9e6679-7425-40de-944b-e07fc1f90ae7
  $ inlet survey retry 7c9e6679-7425-40de-944b-e07fc1f90ae7 --part 3 part-3-corrected.csv`,
  )
  action(retry, async (context, options: RetryOptions, uploadKey: string, file: string | undefined) => {
    const { retrySurvey } = await import('./retry-survey.handler.ts')
    return retrySurvey(context, { uploadKey, file }, options)
  })

  const list = survey
    .command('list')
    .summary('list surveys that have completed')
    .description(
      'Lists the surveys imported through the API that have completed, newest first, with their upload keys.',
    )
    .option('--limit <n>', 'only the newest so many', readCount(1, 100_000), 50)
    .addHelpText('after', '\nExamples:\n  $ inlet survey list\n  $ inlet survey list --limit 5 --json')
  action(list, async (context, options: CommonOptions & { limit: number }) => {
    const { listSurveys } = await import('./list-surveys.handler.ts')
    return listSurveys(context, options)
  })
}
