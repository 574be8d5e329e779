/** Browsers name every pasted picture `image.png`. With the time, several can be told apart. */
export function namePasted(files: readonly File[], now: Date): File[] {
  return files.map((file, place) => {
    if (!/^image\.\w+$/i.test(file.name)) return file
    const extension = file.name.slice(file.name.lastIndexOf('.'))
    const number = place > 0 ? ` ${place + 1}` : ''
    const { type, lastModified } = file
    return new File([file], `Pasted ${timeOf(now)}${number}${extension}`, { type, lastModified })
  })
}

/** `2026-11-18 14.03.05`: in file names, a colon is not allowed everywhere. */
function timeOf(now: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-')
  return `${day} ${[now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join('.')}`
}

/** Text is pasted into fields. */
export const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))
