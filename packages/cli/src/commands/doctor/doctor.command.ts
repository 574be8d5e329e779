import type { Register } from '../register.ts'
import type { DoctorOptions } from './doctor.handler.ts'

export const addDoctorCommand: Register = (program, action) => {
  const command = program
    .command('doctor')
    .summary('find out why imports do not work from here')
    .description(
      `Checks from this machine everything an import needs: the saved key, name, network and certificate of the service, its
health, the clock, the key and its scopes, the call limit, and a small upload to the object store. For whatever is wrong
it says what happened, why, and how to mend it.

The test upload is never completed, so it does not become a file; the service removes it within a day. With --full it
is completed, to see that the workers are alive; then a small text stays in the project.`,
    )
    .option('-p, --project <id|name>', 'where to upload to (default: the newest project)')
    .option('--full', 'import a small text to the end', false)
    .addHelpText(
      'after',
      `
Ends with 0 when nothing is wrong, 4 when the key is not accepted, else 1. Warnings alone end with 0.

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
