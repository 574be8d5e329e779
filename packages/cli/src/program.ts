/** Builds the program: all commands, the options they share, and how their handlers run. */
import { Command, Help } from 'commander'
import { chooseFetch } from './client/choose-fetch.ts'
import { addCompletionCommand } from './commands/completion/completion.command.ts'
import { addDoctorCommand } from './commands/doctor/doctor.command.ts'
import { addEventsCommands } from './commands/events/events.command.ts'
import { addExportCommand } from './commands/export/export.command.ts'
import { addGetCommand } from './commands/get/get.command.ts'
import { addImportCommand } from './commands/import/import.command.ts'
import { addImportBundleCommand } from './commands/import-bundle/import-bundle.command.ts'
import { addLoginCommand } from './commands/login/login.command.ts'
import { addLogoutCommand } from './commands/logout/logout.command.ts'
import { addMcpCommand } from './commands/mcp/mcp.command.ts'
import { addProjectsCommands } from './commands/projects/projects.command.ts'
import { addRecordCommands } from './commands/records/records.command.ts'
import type { Action } from './commands/register.ts'
import { addStatusCommand } from './commands/status/status.command.ts'
import { addSurveyCommands } from './commands/survey/survey.command.ts'
import { addSyncCommand } from './commands/sync/sync.command.ts'
import { addTrashCommands } from './commands/trash/trash.command.ts'
import { addVersionCommand } from './commands/version/version.command.ts'
import { addWatchCommand } from './commands/watch/watch.command.ts'
import { addWebhooksCommands } from './commands/webhooks/webhooks.command.ts'
import { addWhoamiCommand } from './commands/whoami/whoami.command.ts'
import { findCredentials } from './config/credentials.ts'
import type { CommonOptions, Context, Runtime } from './context.ts'
import { explain } from './errors.ts'
import { type ExitCode, exitCodesHelp } from './exit-codes.ts'
import { createOutput, type Output } from './output/output.ts'
import { version } from './version.ts'

const commands = [
  addLoginCommand,
  addLogoutCommand,
  addWhoamiCommand,
  addProjectsCommands,
  addImportCommand,
  addWatchCommand,
  addSyncCommand,
  addSurveyCommands,
  addStatusCommand,
  addGetCommand,
  addRecordCommands,
  addTrashCommands,
  addExportCommand,
  addImportBundleCommand,
  addMcpCommand,
  addEventsCommands,
  addWebhooksCommands,
  addDoctorCommand,
  addCompletionCommand,
  addVersionCommand,
]

export function buildProgram(runtime: Runtime, onExitCode: (code: ExitCode) => void): Command {
  const { stdout, stderr } = runtime
  const program = new Command('inlet')
    .description('Imports documents, recordings, images and surveys into an Inlet workspace.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help with examples')
    .helpCommand('help [command]', 'show help for a command')
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
      getOutHelpWidth: () => stdout.columns ?? 100,
      getErrHelpWidth: () => stderr.columns ?? 100,
    })
    .configureHelp({ optionDescription })
    .showHelpAfterError('(add --help for usage)')
    .addHelpText('after', `\nEvery command has examples: inlet COMMAND --help\n${exitCodesHelp}`)
    .exitOverride()

  const action: Action = (command, handler) => {
    command
      .option('--profile <name>', 'use the key of this profile')
      .option('--json', 'print data as JSON, or as JSON lines for results over time')
      .option('-q, --quiet', 'print data and errors only')
    command.description(unwrap(command.description()))
    command.action(async (...received: unknown[]) => {
      // Commander passes the arguments, then the options, then the command itself.
      const options = received.at(-2) as CommonOptions
      const output = createOutput(runtime, options)
      try {
        const args = received.slice(0, -2)
        const context = makeContext(runtime, output)
        onExitCode(await handler(context, options as never, ...(args as never)))
      } catch (error) {
        const explained = explain(error)
        output.error(explained)
        onExitCode(explained.exitCode)
      }
    })
  }
  for (const add of commands) add(program, action)
  return program
}

function makeContext(runtime: Runtime, output: Output): Context {
  const fetch = chooseFetch(runtime.env)
  return {
    ...runtime,
    output,
    fetch,
    async connect({ profile }) {
      // Loaded when it is needed, because help and completion should be instant.
      const { openClient } = await import('./client/open-client.ts')
      const credentials = await findCredentials(runtime.env, profile)
      return openClient({ fetch, output }, credentials)
    },
  }
}

/** Joins wrapped source lines, so that the terminal's width decides. Empty lines still separate paragraphs. */
function unwrap(text: string): string {
  return text.replaceAll(/([^\n])\n(?=[^\n])/g, '$1 ')
}

/** Hides the default of flags, which is always off. */
const optionDescription: Help['optionDescription'] = (option) =>
  new Help().optionDescription(option).replace(/ \(default: (?:false|\[\])\)/, '')
