import { exportSurvey, exportSurveyWorkbook } from '@inlet/contract/workspace'
import { Button } from '@mantine/core'
import { buildUrl } from '../../api/call.ts'

const formats = { CSV: exportSurvey, XLSX: exportSurveyWorkbook }

/** Downloads of the responses that match the filter. */
export function ExportLinks(props: { uploadKey: string; search: object; isFiltered: boolean }) {
  const { uploadKey, search, isFiltered } = props
  return (
    <>
      {Object.entries(formats).map(([format, { path }]) => (
        <Button
          key={format}
          component="a"
          variant="default"
          download
          href={buildUrl(path, { upload_key: uploadKey }, { ...search })}
        >
          {isFiltered ? `Export filtered ${format}` : `Export ${format}`}
        </Button>
      ))}
    </>
  )
}
