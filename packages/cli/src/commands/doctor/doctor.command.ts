import { readSeconds } from '../arguments.ts'
import type { Register } from '../register.ts'
import type { DoctorOptions } from './doctor.handler.ts'

export const addDoctorCommand: Register = (program, action) => {
  const command = program
    .command('doctor')
    .summary('diagnose why imports do not work from this machine')
    .description(
      `Checks everything an import from this machine needs: the saved key; DNS, network and certificate of the service; its
health, the clock, the key and its scopes, the call limit, and a small upload to the object store. For each problem it
reports what happened, why, and how to fix it.

The test upload is never completed, so it does not become a file; the service deletes it within a day. With --full it is
completed to check the workers, and a small text file remains in the project.`,
    )
    .option('-p, --project <id|name>', 'project for the test upload (default: the newest project)')
    .option('--full', 'import a small text file and wait until it is processed', false)
    .option('--timeout <time>', 'with --full: how long to wait for a worker', readSeconds, 60)
    .addHelpText(
      'after',
      `
Exits with 0 if every check passes or only warns, 4 if the key is not accepted, 1 otherwise.

Examples:
  $ inlet doctor
  $ inlet doctor --full --project "Test project"
  $ inlet doctor --json | jq 'select(.state == "failed")'`,
    )
  action(command, async (context, options: DoctorOptions) => {
    const { doctor } = await import('./doctor.handler.ts')
    return doctor(context, options)
  })
}
