/** The dialog of what has to be decided next. */
import { uploadAll } from './accept-files.ts'
import { ChooseProject } from './ChooseProject.tsx'
import { DuplicatesDialog } from './DuplicatesDialog.tsx'
import { SurveyDialog } from './SurveyDialog.tsx'
import { endStep, type UploadStep } from './upload-steps.ts'

export function UploadDialogs({ step }: { step: UploadStep }) {
  const onClose = () => endStep(step)
  if (step.type === 'project') return <ChooseProject files={step.files} kind={step.kind} onClose={onClose} />
  if (step.type === 'duplicates')
    return (
      <DuplicatesDialog
        found={step.found}
        projectId={step.projectId}
        onUpload={() => void uploadAll(step.projectId, step.added)}
        onClose={onClose}
      />
    )
  const { projectId, file } = step
  return (
    <SurveyDialog
      key={`${file.name} ${file.size} ${file.lastModified}`}
      projectId={projectId}
      file={file}
      onClose={onClose}
    />
  )
}
