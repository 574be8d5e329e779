import type { Command } from 'commander'
import type { CommonOptions } from '../../context.ts'
import { addReferenceOptions, collect, limitRateOption, readChoice, readCount } from '../arguments.ts'
import type { Register } from '../register.ts'
import type { AppendOptions } from './append-survey.handler.ts'
import type { ImportSurveyOptions } from './import-survey.handler.ts'
import type { PreviewOptions } from './preview-survey.handler.ts'
import type { RetryOptions } from './retry-survey.handler.ts'
import { addCorrectionCommands } from './survey-corrections.command.ts'
import { addMediaCommands } from './survey-media.command.ts'

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
    .option('--encoding <name>', 'instead of the detected one', readChoice(encodings))
    .option('--delimiter <name>', 'comma, semicolon or tab, instead of the detected one', (text) => {
      return delimiters[readChoice(['comma', 'semicolon', 'tab'])(text)]
    })
}

export const addSurveyCommands: Register = (program, action) => {
  const survey = program
    .command('survey')
    .summary('import surveys from CSV')
    .description('Imports surveys from CSV files of any length, in all common encodings and formats.')
    .addHelpText(
      'after',
      `
Examples:
  $ inlet survey preview spring.csv
  $ inlet survey import spring.csv --project 42 --auto-map
  $ inlet survey list`,
    )

  addPreview(survey, action)
  addImport(survey, action)
  addAppend(survey, action)
  addRetry(survey, action)
  addCorrectionCommands(survey, action)
  addMediaCommands(survey, action)
  addList(survey, action)
}

const addPreview: Register = (survey, action) => {
  const preview = survey
    .command('preview')
    .summary('show how a CSV would be parsed, without sending it')
    .description(
      `Shows how the service would parse a CSV: encoding, delimiter, header rows, number of responses and parts, and for each
column its type, the confidence, the reason and sample values. It uses the parser of the service and sends nothing.`,
    )
    .argument('<file>', 'the CSV')
    .option('--map <column=type>', 'set the type of a column (repeatable)', collect)
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
}

const addImport: Register = (survey, action) => {
  const imported = survey
    .command('import')
    .summary('import a CSV as a survey')
    .description(
      `Imports a CSV as a survey. It is split into parts within the limits of the service; an interrupted part is sent again.
Run the same command again after an interruption: it resumes where it stopped, and the survey is imported once. Responses
that were appended to it are never changed.

Column types: Name, Email, Timestamp, Open-ended, Single choice, Multi choice, NPS, Ranking, MEDIA_RESPONSE, Do nothing.
A column that is neither mapped nor recognized by --auto-map is ignored.`,
    )
    .argument('<file>', 'the CSV')
    .option('-p, --project <id|name>', 'project to import into; also INLET_PROJECT, or "inlet projects use"')
    .option('--name <name>', 'name of the survey (default: the file name)')
    .option('--map <column=type>', 'set the type of a column (repeatable)', collect)
    .option('--auto-map', 'detect the types of columns that are not mapped', false)
    .option('--media <folder>', 'recordings to link to respondents or responses')
    .option(
      '--media-link <how>',
      'how to match file names: auto, email, name or column=HEADER; append ":exact" for exact matches',
    )
    .addOption(limitRateOption())
    .option('--no-panel', 'do not add respondents to the participants')
    .option('--no-wait', 'exit when it is accepted, without waiting for processing')
    .option('--again', 'import it as another survey, even if it was imported before', false)
  addReferenceOptions(addCsvOptions(imported)).addHelpText(
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
}

const addAppend: Register = (survey, action) => {
  const append = survey
    .command('append')
    .summary('add responses to a survey')
    .description(
      `Adds the responses of a CSV to a completed survey, with the column types of the import. The header must contain every
question of the survey; other columns are ignored. Run the same command again after an interruption: the responses are
added once. A file that this machine has already sent to the survey is not added again without --again.`,
    )
    .argument('<upload-key>', 'from "inlet survey list"')
    .argument('<file>', 'the CSV')
    .option('--no-wait', 'exit when it is accepted, without waiting for processing')
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
}

const addRetry: Register = (survey, action) => {
  const retry = survey
    .command('retry')
    .summary('send failed parts of a survey again')
    .description(
      `Sends parts again that failed or never arrived, and continues the import. Saved parts are kept. This machine records which
file each part came from; pass the file if it was moved or corrected. With --part, the file is a corrected CSV for that one
part. For parts that another machine has appended, pass the file of that append and say with
--first-part which part it begins with.`,
    )
    .argument('<upload-key>', 'from the import, or from "inlet status"')
    .argument('[file]', 'the whole CSV, or with --part the CSV of that part')
    .option('--part <n>', 'replace only this part', readCount(1, 1_000_000))
    .option('--first-part <n>', 'the first part of the file', readCount(1, 1_000_000))
    .option('--no-wait', 'exit when it is accepted, without waiting for processing')
  addCsvOptions(retry).addHelpText(
    'after',
    `
Examples:
  $ inlet survey retry 7c9e6679-7425-40de-944b-e07fc1f90ae7
  $ inlet survey retry 7c9e6679-7425-40de-944b-e07fc1f90ae7 part-3-corrected.csv --part 3
  $ inlet survey retry 7c9e6679-7425-40de-944b-e07fc1f90ae7 week-2.csv --first-part 4`,
  )
  action(retry, async (context, options: RetryOptions, uploadKey: string, file: string | undefined) => {
    const { retrySurvey } = await import('./retry-survey.handler.ts')
    return retrySurvey(context, { uploadKey, file }, options)
  })
}

const addList: Register = (survey, action) => {
  const list = survey
    .command('list')
    .summary('list surveys that have completed')
    .description(
      'Lists the surveys imported through the API that have completed, newest first, with their upload keys.',
    )
    .option('--limit <n>', 'maximum number, newest first', readCount(1, 100_000), 50)
    .addHelpText('after', '\nExamples:\n  $ inlet survey list\n  $ inlet survey list --limit 5 --json')
  action(list, async (context, options: CommonOptions & { limit: number }) => {
    const { listSurveys } = await import('./list-surveys.handler.ts')
    return listSurveys(context, options)
  })
}
