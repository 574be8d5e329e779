/** Content types that are served to browsers. None of them can execute script. */

/** Images that browsers display. SVG is excluded because it can contain scripts. */
const imageTypes: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  bmp: 'image/bmp',
  webp: 'image/webp',
}

/** Undefined for image types that browsers do not display. */
export const imageTypeOf = (extension: string): string | undefined => imageTypes[extension.toLowerCase()]

const shown = /^(image\/(png|jpeg|gif|bmp|webp)|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf)$/

export const isShownInline = (type: string): boolean => shown.test(type.split(';')[0]?.trim() ?? '')
