import { type Command, Option } from 'commander'
import { type DiagnosisArea, diagnose, diagnosisAreas } from '../../features/maintenance/diagnose.ts'
import { type Finding, failed } from '../../features/maintenance/finding.ts'
import { ConfigError, readConfig } from '../../platform/config/config.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { openStore } from '../deps.ts'
import { speechSettings } from '../speech-settings.ts'
import { fromEnvironment } from '../start.ts'
import { type OutputOptions, print } from './context.ts'
import { say } from './talk.ts'

interface DoctorOptions extends OutputOptions {
  only?: DiagnosisArea[]
  skip?: DiagnosisArea[]
}

export function addDoctorCommand(program: Command): void {
  const areas = (flag: string, text: string) =>
    new Option(`--${flag} <areas...>`, text).choices(diagnosisAreas)
  program
    .command('doctor')
    .description(
      'look at settings, database, store, workers and this machine; exit code 1 if something has failed',
    )
    .addOption(areas('only', 'look at nothing else'))
    .addOption(areas('skip', 'leave out, e.g. machine where no worker is to run').conflicts('only'))
    .option('--json', 'print JSON')
    .action(async ({ only, skip = [], ...options }: DoctorOptions) => {
      const findings = await examine(only ?? diagnosisAreas.filter((area) => !skip.includes(area)))
      if (options.json) print(findings, options)
      else for (const finding of findings) tell(finding)
      const count = (state: Finding['state']) => findings.filter((one) => one.state === state).length
      say(`${count('ok')} well, ${count('warning')} warnings, ${count('failed')} failed.`)
      if (count('failed') > 0) process.exitCode = 1
    })
}

async function examine(areas: readonly DiagnosisArea[]): Promise<Finding[]> {
  try {
    const config = fromEnvironment(readConfig)
    const database = openDatabase({
      url: config.DATABASE_URL,
      poolSize: 2,
      applicationName: 'inlet-admin',
      onError: () => {},
    })
    try {
      return await diagnose({
        config,
        database,
        store: openStore(config),
        areas,
        checkProcessing: async () => {
          // Loaded when it is needed: the converters bring a second of start with them.
          const { checkProcessing } = await import('../../features/maintenance/check-processing.handler.ts')
          return checkProcessing(config.INLET_WORK_DIR, speechSettings(config))
        },
        now: Date.now,
      })
    } finally {
      await database.close()
    }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.problems.map((problem) =>
      failed('settings', problem, 'Set it; docs/configuration.md lists all settings.'),
    )
  }
}

const marks: Record<Finding['state'], string> = { ok: 'ok     ', warning: 'warning', failed: 'FAILED ' }

function tell({ state, check, detail, mend }: Finding): void {
  process.stdout.write(`${marks[state]}  ${check}: ${detail}\n`)
  if (mend !== undefined) process.stdout.write(`         → ${mend}\n`)
}
