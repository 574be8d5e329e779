/** Which bytes a browser is shown, and as what. Nothing that could run in it is among them. */

/** Pictures that browsers show. SVG is none of them: it can hold scripts. */
const imageTypes: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  bmp: 'image/bmp',
  webp: 'image/webp',
}

/** Undefined for a picture that browsers do not show. */
export const imageTypeOf = (extension: string): string | undefined => imageTypes[extension.toLowerCase()]

const shown = /^(image\/(png|jpeg|gif|bmp|webp)|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf)$/

export const isShownInline = (type: string): boolean => shown.test(type.split(';')[0]?.trim() ?? '')
