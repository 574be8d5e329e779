#!/usr/bin/env node
import { Command, CommanderError } from 'commander'
import { addBackupCommands } from '../app/admin/backup-commands.ts'
import { addDoctorCommand } from '../app/admin/doctor-command.ts'
import { addEraseCommands } from '../app/admin/erase-commands.ts'
import { addJobCommands } from '../app/admin/job-commands.ts'
import { addKeyCommands } from '../app/admin/key-commands.ts'
import { addProjectCommands } from '../app/admin/project-commands.ts'
import { addRecordingCommands } from '../app/admin/recording-commands.ts'
import { addSecretCommands } from '../app/admin/secret-commands.ts'
import { addSetupCommand } from '../app/admin/setup-command.ts'
import { addSigningKeyCommands } from '../app/admin/signing-key-commands.ts'
import { addStoreCommands } from '../app/admin/store-commands.ts'
import { addTeamCommands } from '../app/admin/team-commands.ts'
import { addTranscriptCommands } from '../app/admin/transcript-commands.ts'
import { addUserCommands } from '../app/admin/user-commands.ts'
import { configExitCode } from '../app/start.ts'
import { ConfigError } from '../platform/config/read-settings.ts'

const program = new Command('inlet-admin')
  .description('Administers an Inlet deployment: users and keys, jobs and objects, backups and health.')
  .showHelpAfterError('(run with --help for usage)')
  .addHelpText(
    'after',
    '\nReads DATABASE_URL and INLET_SECRET from the environment; "setup" and "user invite" also read INLET_PUBLIC_URL; recording, fsck, gc, backup, restore, erase and doctor read all settings of the api. Exit codes: 0 success, 1 error or problems found (fsck, stuck, doctor), 2 invalid usage, 78 invalid setting.',
  )
  .exitOverride()

addSetupCommand(program)
addTeamCommands(program)
addUserCommands(program)
addKeyCommands(program)
addProjectCommands(program)
addSecretCommands(program)
addSigningKeyCommands(program)
addTranscriptCommands(program)
addRecordingCommands(program)
addJobCommands(program)
addStoreCommands(program)
addEraseCommands(program)
addBackupCommands(program)
addDoctorCommand(program)

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
  else {
    process.stderr.write(`inlet-admin: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = error instanceof ConfigError ? configExitCode : 1
  }
}
