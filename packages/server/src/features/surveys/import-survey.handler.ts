/** Takes the job and leaves the survey as it is. */
export async function handleImportSurvey(): Promise<void> {}
