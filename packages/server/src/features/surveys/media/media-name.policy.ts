/** How media files are called where the names of people may not be shown. Pure. */

/** Media files are often named after their respondents: without the right to see people, one is called by its key. */
export function nameWithoutPeople(mediaKey: string, filename: string): string {
  const [extension = ''] = /\.[a-z0-9]{1,5}$/i.exec(filename) ?? []
  return `${mediaKey}${extension.toLowerCase()}`
}
