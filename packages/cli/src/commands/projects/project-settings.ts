/** The settings of a new project as flags. Help, parsing and the request body are derived from this table. */
import type { CreateProject } from '@inlet/sdk'
import { type Command, InvalidArgumentError } from 'commander'
import { readChoice, readList } from '../arguments.ts'

export type SettingOptions = Record<string, unknown> & { settings?: string }

interface Setting {
  flag: string
  help: string
  read?: (text: string) => unknown
  fields: (value: unknown) => Partial<CreateProject>
}

const shares = {
  private: { project_share_preference: 1 },
  admins: { project_share_preference: 4, shared_roles: [3] },
  members: { project_share_preference: 4, shared_roles: [0, 3, 4] },
  everyone: { project_share_preference: 2 },
} as const satisfies Record<string, { project_share_preference: 1 | 2 | 4; shared_roles?: readonly number[] }>

const field =
  (name: keyof CreateProject) =>
  (value: unknown): Partial<CreateProject> => ({ [name]: value })

const settings: Setting[] = [
  {
    flag: '--transcript-language <code>',
    help: 'transcript language, such as en-US',
    fields: field('transcript_language'),
  },
  {
    flag: '--languages <codes>',
    help: 'all spoken languages',
    read: readList,
    fields: field('supported_languages'),
  },
  {
    flag: '--ai-language <code>',
    help: 'language of summaries and answers',
    fields: field('default_ai_language'),
  },
  {
    flag: '--share <with>',
    help: 'private, admins, members (all but viewers) or everyone',
    read: readChoice(['private', 'admins', 'members', 'everyone']),
    fields: (value) => shares[value as keyof typeof shares] as Partial<CreateProject>,
  },
  {
    flag: '--keep-out-of-search',
    help: 'exclude it from answers across projects',
    fields: field('disable_search_ask_ai'),
  },
  { flag: '--auto-notes', help: 'create notes automatically', fields: () => ({ auto_ai_notes_payload: {} }) },
  { flag: '--redact', help: 'redact personal data', fields: field('redact_pii') },
  {
    flag: '--redact-categories <ids>',
    help: 'which, such as 1,2,4',
    read: readNumbers,
    fields: field('pii_redaction_category'),
  },
  {
    flag: '--redact-in <where>',
    help: 'audio, transcript, video',
    read: readList,
    fields: field('pii_redaction_type'),
  },
  {
    flag: '--anonymize-video <how>',
    help: 'blur_faces or blur_entire_video',
    read: readChoice(['blur_faces', 'blur_entire_video']),
    fields: field('anonymize_video'),
  },
  {
    flag: '--anonymize-speakers <whom>',
    help: 'only_participants or participants_and_researchers',
    read: readChoice(['only_participants', 'participants_and_researchers']),
    fields: field('speaker_anonymization'),
  },
  { flag: '--modulate-voices', help: 'alter voices', fields: field('audio_modulation') },
  { flag: '--blank-video', help: 'replace the video with a still image', fields: field('blank_video') },
  { flag: '--remove-video', help: 'remove the video track', fields: field('remove_video') },
  { flag: '--remove-audio', help: 'remove the audio track', fields: field('remove_audio') },
  { flag: '--blur-names', help: 'blur names on screen', fields: field('video_name_blur') },
]

export function addSettings(command: Command): Command {
  for (const { flag, help, read } of settings) {
    if (read) command.option(flag, help, read)
    else command.option(flag, help)
  }
  return command
    .option('--no-apply-privacy', 'store privacy settings without applying them')
    .option('--settings <file>', 'JSON with settings as the API names them; "-" reads standard input')
}

/** Turns the given flags into fields of the request. */
export function readSettings(options: SettingOptions): Partial<CreateProject> {
  const fields: Partial<CreateProject> = {}
  for (const { flag, fields: toFields } of settings) {
    const value = options[optionName(flag)]
    if (value !== undefined) Object.assign(fields, toFields(value))
  }
  if (options['applyPrivacy'] === false) fields.auto_pii_enabled_at_project_level = false
  return fields
}

/** `--redact-in <where>` is `redactIn` for Commander. */
function optionName(flag: string): string {
  const [name = ''] = flag.slice(2).split(' ')
  return name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function readNumbers(text: string): number[] {
  const numbers = readList(text).map(Number)
  if (numbers.every(Number.isInteger)) return numbers
  throw new InvalidArgumentError('Must be numbers separated by commas.')
}
