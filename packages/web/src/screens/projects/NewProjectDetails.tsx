import { SectionHeading } from '../../ui/SectionHeading.tsx'
import { LanguageFields } from './LanguageFields.tsx'
import classes from './NewProject.module.css'
import { PrivacyFields } from './PrivacyFields.tsx'
import type { SettingsDraft } from './settings-draft.ts'

/** What is chosen before the first upload, because it applies to recordings as they are imported. */
export function NewProjectDetails(props: {
  draft: SettingsDraft
  onChange: (change: Partial<SettingsDraft>) => void
}) {
  return (
    <div className={classes.form}>
      <SectionHeading>Languages</SectionHeading>
      <LanguageFields {...props} />
      <SectionHeading>Privacy</SectionHeading>
      <PrivacyFields {...props} isNew />
    </div>
  )
}
