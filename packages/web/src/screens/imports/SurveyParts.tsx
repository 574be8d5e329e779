import { getSurveyUpload, type Import } from '@inlet/contract/workspace'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/queries.ts'
import { countOf } from '../../ui/format/count.ts'
import { FilePicker } from '../../uploads/FilePicker.tsx'
import { createPartUpload } from '../../uploads/send-part.ts'
import { addUpload } from '../../uploads/upload-store.ts'
import { WithdrawPart } from '../../uploads/WithdrawPart.tsx'
import classes from './SurveyParts.module.css'

/** Missing and failed parts of a survey, each with an upload button. Imported parts are kept. */
export function SurveyParts({ item }: { item: Import }) {
  const { data } = useQuery(queryOf(getSurveyUpload, { params: { upload_key: item.key } }))
  if (!data) return null
  const open = data.parts.filter(({ status }) => status === 'FAILED' || status === 'PENDING')
  const saved = data.parts.filter(({ status }) => status === 'PROCESSED')
  const rows = saved.reduce((total, part) => total + (part.row_count ?? 0), 0)
  const send = (part: number, file: File | undefined) => {
    if (!file) return
    const about = { name: `${item.name}, part ${part}`, bytes: file.size, kind: 'survey' as const }
    addUpload({ ...about, projectId: item.project.id }, createPartUpload(item.key, part, file))
  }
  return (
    <div className={classes.parts}>
      {saved.length > 0 && <p>Imported from other parts: {countOf(rows, 'response')}.</p>}
      {open.map(({ part_number: part }) => (
        <div key={part} className={classes.part}>
          <FilePicker accept=".csv" isSingle onPick={([file]) => send(part, file)}>
            Replace part {part} of {data.num_parts}
          </FilePicker>
          {data.parts.length > 1 && <WithdrawPart uploadKey={item.key} part={part} />}
        </div>
      ))}
    </div>
  )
}
