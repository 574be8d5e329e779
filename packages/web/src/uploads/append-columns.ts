/** Compares the columns of a file with those of the survey that it is added to. Pure. */
export interface ColumnComparison {
  /** Questions of the survey that the file does not have: the service refuses it. */
  missing: string[]
  /** Columns of the file that the survey does not have: they are not imported. */
  ignored: string[]
}

export function compareColumns(
  survey: readonly { name: string; type: string }[],
  file: readonly { name: string }[],
): ColumnComparison {
  const inFile = new Set(file.map(({ name }) => keyOf(name)))
  const inSurvey = new Set(survey.map(({ name }) => keyOf(name)))
  const isImported = ({ type }: { type: string }) => type !== 'Do nothing'
  return {
    missing: survey
      .filter((column) => isImported(column) && !inFile.has(keyOf(column.name)))
      .map(({ name }) => name),
    ignored: file.filter(({ name }) => !inSurvey.has(keyOf(name))).map(({ name }) => name),
  }
}

const keyOf = (name: string): string => name.normalize('NFC').trim()
