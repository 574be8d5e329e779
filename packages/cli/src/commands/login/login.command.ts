import type { Register } from '../register.ts'
import type { LoginOptions } from './login.handler.ts'

export const addLoginCommand: Register = (program, action) => {
  const command = program
    .command('login')
    .summary('save the address of a service and an API key')
    .description(
      `Saves the address of a service and an API key, after verifying them with the service. On a terminal it prompts for
missing values without showing the secret. Elsewhere, pass everything by flags, standard input or environment.

They are kept in $XDG_CONFIG_HOME/inlet/config.json (~/.config by default), readable by you alone. Several keys can be
kept under names of their own with --profile. An operator makes keys with "inlet-admin key create".`,
    )
    .option('--url <address>', 'address of the service; also INLET_URL')
    .option('--client-id <id>', 'client id of the key; also INLET_CLIENT_ID')
    .option('--secret-stdin', 'read the secret from standard input; also INLET_CLIENT_SECRET', false)
    .addHelpText(
      'after',
      `
There is no flag for the secret itself, because other users of a machine can see the arguments of a command.

Examples:
  $ inlet login
  $ inlet login --profile staging --url https://inlet.staging.example
  $ pass show inlet | inlet login --url https://inlet.example --client-id ID --secret-stdin
  $ INLET_URL=… INLET_CLIENT_ID=… INLET_CLIENT_SECRET=… inlet login`,
    )
  action(command, async (context, options: LoginOptions) => {
    const { login } = await import('./login.handler.ts')
    return login(context, options)
  })
}
