/** What a content type is called in a sentence: "It ends in .docx but holds …". */

const names: readonly (readonly [prefix: string, name: string])[] = [
  ['application/pdf', 'a PDF document'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml', 'a Word document (.docx)'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml', 'an Excel workbook (.xlsx)'],
  ['application/vnd.openxmlformats-officedocument.presentationml', 'a PowerPoint presentation (.pptx)'],
  ['application/vnd.ms-word', 'a Word document with macros or a template'],
  ['application/vnd.ms-excel.', 'an Excel workbook with macros or a template'],
  ['application/vnd.ms-powerpoint.', 'a PowerPoint file with macros or a template'],
  ['application/vnd.oasis.opendocument', 'an OpenDocument file'],
  ['application/msword', 'an older Word document (.doc)'],
  ['application/vnd.ms-excel', 'an older Excel workbook (.xls)'],
  ['application/vnd.ms-powerpoint', 'an older PowerPoint presentation (.ppt)'],
  ['application/rtf', 'rich text (RTF)'],
  ['text/rtf', 'rich text (RTF)'],
  ['text/html', 'a web page'],
  ['image/svg', 'an SVG drawing'],
  ['image/png', 'a PNG image'],
  ['image/jpeg', 'a JPEG image'],
  ['image/gif', 'a GIF image'],
  ['image/webp', 'a WebP image'],
  ['image/tiff', 'a TIFF image'],
  ['image/bmp', 'a BMP image'],
  ['image/', 'an image of another type'],
  ['video/', 'a video'],
  ['audio/', 'a sound recording'],
  ['application/zip', 'a ZIP archive'],
  ['text/', 'plain text'],
]

export function contentName(mime: string): string {
  return names.find(([prefix]) => mime.startsWith(prefix))?.[1] ?? 'something else'
}
