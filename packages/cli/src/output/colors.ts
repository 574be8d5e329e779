type Paint = (text: string) => string

export interface Colors {
  red: Paint
  green: Paint
  yellow: Paint
  dim: Paint
  bold: Paint
}

const paint =
  (open: number, close: number): Paint =>
  (text) =>
    `\u001b[${open}m${text}\u001b[${close}m`
const plain: Paint = (text) => text

const colored: Colors = {
  red: paint(31, 39),
  green: paint(32, 39),
  yellow: paint(33, 39),
  dim: paint(2, 22),
  bold: paint(1, 22),
}
const uncolored: Colors = { red: plain, green: plain, yellow: plain, dim: plain, bold: plain }

export function chooseColors(isColored: boolean): Colors {
  return isColored ? colored : uncolored
}
