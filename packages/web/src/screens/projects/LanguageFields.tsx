import { TextInput } from '@mantine/core'
import type { SettingsDraft } from './settings-draft.ts'

export function LanguageFields(props: {
  draft: SettingsDraft
  onChange: (change: Partial<SettingsDraft>) => void
}) {
  const { draft, onChange } = props
  return (
    <>
      <TextInput
        label="Language of transcripts"
        description="A locale, such as en-US."
        value={draft.transcriptLanguage}
        onChange={(event) => onChange({ transcriptLanguage: event.currentTarget.value })}
      />
      <TextInput
        label="Languages spoken"
        description="Locales, such as en-US, de-DE."
        value={draft.languages}
        onChange={(event) => onChange({ languages: event.currentTarget.value })}
      />
    </>
  )
}
