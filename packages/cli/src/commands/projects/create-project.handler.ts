import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { CreateProject } from '@inlet/sdk'
import type { CommonOptions, Context } from '../../context.ts'
import { usageError } from '../../errors.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { type ReferenceOptions, referencesOf } from '../../imports/references.ts'
import { readSettings, type SettingOptions } from './project-settings.ts'

export async function createProject(
  context: Context,
  name: string,
  options: CommonOptions & SettingOptions & ReferenceOptions,
): Promise<ExitCode> {
  const body: CreateProject = {
    ...(await readSettingsFile(context, options)),
    ...readSettings(options),
    ...referencesOf(options),
    name,
  }
  const inlet = await context.connect(options)
  const { id, name: kept } = await inlet.projects.create(body)
  context.output.record({ id, name: kept })
  return exitCodes.done
}

async function readSettingsFile(
  { stdin }: Context,
  { settings }: SettingOptions,
): Promise<Partial<CreateProject>> {
  if (settings === undefined) return {}
  const json = settings === '-' ? await text(stdin) : await readFile(settings, 'utf8').catch(() => undefined)
  if (json === undefined) throw usageError(`${settings} cannot be read.`)
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // Reported below.
  }
  throw usageError(`${settings === '-' ? 'Standard input' : settings} is not a JSON object with settings.`)
}
