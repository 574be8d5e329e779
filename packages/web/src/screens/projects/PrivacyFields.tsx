import { Checkbox, Select, Switch } from '@mantine/core'
import { Fragment } from 'react'
import classes from './ProjectSettings.module.css'
import {
  faceChoices,
  faceTexts,
  partLabels,
  speakerChoices,
  speakerTexts,
  switchOrder,
  switchTexts,
} from './privacy-texts.ts'
import type { PrivacyDraft, RedactedPart, SettingsDraft } from './settings-draft.ts'

const parts: readonly RedactedPart[] = ['transcript', 'audio', 'video']

/** Each setting with what it does and what it does not guarantee. */
export function PrivacyFields(props: {
  draft: SettingsDraft
  /** The project has no recordings yet. */
  isNew?: boolean
  onChange: (change: Partial<SettingsDraft>) => void
}) {
  const { draft, isNew = false, onChange } = props
  const { privacy } = draft
  const set = (change: Partial<PrivacyDraft>) => onChange({ privacy: { ...privacy, ...change } })
  return (
    <>
      <p className={classes.note}>
        {isNew
          ? 'Privacy settings apply to recordings. Documents, images and surveys are not changed.'
          : 'Privacy settings apply to recordings that are imported from now on. Recordings that are already here, documents, images and surveys are not changed.'}
      </p>
      <Switch
        label="Protect new recordings"
        description="A recording can be opened only after the settings below have been applied to it. Its original is never shown."
        checked={draft.isProtected}
        onChange={(event) => onChange({ isProtected: event.currentTarget.checked })}
      />
      {draft.isProtected && (
        <fieldset className={classes.group} aria-label="Privacy settings">
          {switchOrder.map((name) => (
            <Fragment key={name}>
              <Checkbox
                label={switchTexts[name].label}
                description={[switchTexts[name].does, switchTexts[name].limits].filter(Boolean).join(' ')}
                checked={privacy[name]}
                onChange={(event) =>
                  onChange({ privacy: { ...privacy, [name]: event.currentTarget.checked } })
                }
              />
              {name === 'redact_pii' && privacy.redact_pii && (
                <RedactedParts chosen={privacy.pii_redaction_type} onChange={set} />
              )}
            </Fragment>
          ))}
          <Select
            label="Picture"
            description={faceTexts[privacy.anonymize_video ?? '']}
            data={[...faceChoices]}
            value={privacy.anonymize_video ?? ''}
            allowDeselect={false}
            onChange={(value) => set({ anonymize_video: (value || null) as PrivacyDraft['anonymize_video'] })}
          />
          <Select
            label="Names of speakers"
            description={speakerTexts[privacy.speaker_anonymization ?? '']}
            data={[...speakerChoices]}
            value={privacy.speaker_anonymization ?? ''}
            allowDeselect={false}
            onChange={(value) =>
              set({ speaker_anonymization: (value || null) as PrivacyDraft['speaker_anonymization'] })
            }
          />
        </fieldset>
      )}
    </>
  )
}

function RedactedParts(props: {
  chosen: readonly RedactedPart[]
  onChange: (change: Partial<PrivacyDraft>) => void
}) {
  const { chosen, onChange } = props
  return (
    <fieldset className={`${classes.group} ${classes.inner}`} aria-label="Where personal data is redacted">
      {parts.map((part) => (
        <Checkbox
          key={part}
          label={partLabels[part]}
          checked={chosen.includes(part)}
          // Nothing would be redacted without a part.
          disabled={chosen.length === 1 && chosen.includes(part)}
          onChange={() =>
            onChange({
              pii_redaction_type: parts.filter((one) => chosen.includes(one) !== (one === part)),
            })
          }
        />
      ))}
    </fieldset>
  )
}
