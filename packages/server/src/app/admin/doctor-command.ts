import { type Command, Option } from 'commander'
import { type CheckResult, failed } from '../../features/maintenance/doctor/check-result.ts'
import { type DiagnosisArea, diagnose, diagnosisAreas } from '../../features/maintenance/doctor/diagnose.ts'
import { readConfig } from '../../platform/config/config.ts'
import { ConfigError } from '../../platform/config/read-settings.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { openMailer } from '../open-mailer.ts'
import { openStore } from '../open-store.ts'
import { speechSettings } from '../speech-settings.ts'
import { fromEnvironment } from '../start.ts'
import { type OutputOptions, print } from './context.ts'
import { printMessage } from './messages.ts'

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
      'check settings, database, object store, workers and this machine; exits with 1 if a check fails',
    )
    .addOption(areas('only', 'check only these areas'))
    .addOption(
      areas('skip', 'skip these areas, e.g. machine on a host that runs no worker').conflicts('only'),
    )
    .option('--json', 'print JSON')
    .action(async ({ only, skip = [], ...options }: DoctorOptions) => {
      const results = await runChecks(only ?? diagnosisAreas.filter((area) => !skip.includes(area)))
      if (options.json) print(results, options)
      else for (const result of results) printResult(result)
      const count = (state: CheckResult['state']) => results.filter((one) => one.state === state).length
      printMessage(`${count('ok')} ok, ${count('warning')} with warnings, ${count('failed')} failed.`)
      if (count('failed') > 0) process.exitCode = 1
    })
}

async function runChecks(areas: readonly DiagnosisArea[]): Promise<CheckResult[]> {
  try {
    const config = fromEnvironment(readConfig)
    const database = openDatabase({
      url: config.DATABASE_URL,
      poolSize: 2,
      applicationName: 'inlet-admin',
      profile: 'admin',
      onError: () => {},
    })
    try {
      return await diagnose({
        config,
        database,
        store: openStore(config),
        mailer: openMailer(config),
        areas,
        checkProcessing: async () => {
          // Imported on demand: loading the converters takes a second.
          const { checkProcessing } = await import(
            '../../features/maintenance/doctor/check-processing.handler.ts'
          )
          return checkProcessing({
            workRoot: config.INLET_WORK_DIR,
            allowsReduced: config.INLET_SANDBOX === 'reduced',
            speech: speechSettings(config),
          })
        },
        now: Date.now,
      })
    } finally {
      await database.close()
    }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.problems.map((problem) =>
      failed('settings', problem, 'Correct the setting; docs/configuration.md lists all settings.'),
    )
  }
}

const marks: Record<CheckResult['state'], string> = { ok: 'ok     ', warning: 'warning', failed: 'FAILED ' }

function printResult({ state, check, detail, fix }: CheckResult): void {
  process.stdout.write(`${marks[state]}  ${check}: ${detail}\n`)
  if (fix !== undefined) process.stdout.write(`         → ${fix}\n`)
}
