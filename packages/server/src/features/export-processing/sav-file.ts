/** Writes SPSS system files (.sav): compressed, in UTF-8, row by row. Pure. The format is that of the PSPP manual. */

export interface SavVariable {
  /** Unique: letters, digits and underscores, up to 64. */
  name: string
  label: string
  /** A string has the length of its longest value in bytes. */
  type: 'number' | 'time' | { bytes: number }
  /** Of numbers. */
  valueLabels?: readonly (readonly [value: number, label: string])[]
}

export type SavValue = number | string | Date | null

/** The longest string that SPSS reads; longer ones are cut. */
export const maxStringBytes = 32_767
const maxLabelBytes = 255
const maxValueLabelBytes = 120

/** Strings of more than 255 bytes are stored as several variables. */
const storedSegmentBytes = 255
const countedSegmentBytes = 252

const widthOf = ({ type }: SavVariable): number =>
  typeof type === 'object' ? Math.min(Math.max(type.bytes, 1), maxStringBytes) : 0

const segmentCount = (width: number): number =>
  width <= storedSegmentBytes ? 1 : Math.ceil(width / countedSegmentBytes)

/** The widths of the variables that a string is stored as. */
function segmentWidths(width: number): number[] {
  const count = segmentCount(width)
  return Array.from({ length: count }, (_, i) =>
    i < count - 1 ? storedSegmentBytes : width - i * countedSegmentBytes,
  )
}

const eights = (bytes: number): number => Math.ceil(bytes / 8)

/** How many values of eight bytes a variable takes. */
const slotsOf = (variable: SavVariable): number => {
  const width = widthOf(variable)
  return width === 0 ? 1 : segmentWidths(width).reduce((sum, segment) => sum + eights(segment), 0)
}

/** Cuts between characters. */
export function cutText(text: string, maxBytes: number): Buffer {
  const bytes = Buffer.from(text)
  if (bytes.length <= maxBytes) return bytes
  let end = maxBytes
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1
  return bytes.subarray(0, end)
}

const int32 = (...values: number[]): Buffer => {
  const buffer = Buffer.alloc(4 * values.length)
  values.forEach((value, i) => {
    buffer.writeInt32LE(value, 4 * i)
  })
  return buffer
}

const float64 = (...values: number[]): Buffer => {
  const buffer = Buffer.alloc(8 * values.length)
  values.forEach((value, i) => {
    buffer.writeDoubleLE(value, 8 * i)
  })
  return buffer
}

const padded = (bytes: Buffer, length: number): Buffer =>
  Buffer.concat([bytes, Buffer.alloc(Math.max(0, length - bytes.length), ' ')])

const missing = -Number.MAX_VALUE
const lowest = -1.7976931348623155e308
const bias = 100

/** Format codes: A string, F number, DATETIME. */
const format = (code: number, width: number, decimals = 0) => (code << 16) | (width << 8) | decimals
const formatOf = (type: SavVariable['type'], width: number): number => {
  if (type === 'time') return format(22, 20)
  return typeof type === 'object' ? format(1, width) : format(5, 8)
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Everything before the rows. `caseCount` is the number of rows. */
export function savHeader(variables: readonly SavVariable[], createdAt: Date, caseCount: number): Buffer {
  const slots = variables.reduce((sum, variable) => sum + slotsOf(variable), 0)
  const two = (value: number) => String(value).padStart(2, '0')
  const date = `${two(createdAt.getUTCDate())} ${months[createdAt.getUTCMonth()]} ${two(createdAt.getUTCFullYear() % 100)}`
  return Buffer.concat([
    Buffer.from('$FL2'),
    padded(Buffer.from('@(#) SPSS DATA FILE Inlet'), 60),
    int32(2, slots, 1, 0, caseCount),
    float64(bias),
    Buffer.from(date),
    Buffer.from(createdAt.toISOString().slice(11, 19)),
    Buffer.alloc(64, ' '),
    Buffer.alloc(3),
    ...variables.flatMap(variableRecords),
    ...valueLabelRecords(variables),
    infoRecord(3, 4, int32(1, 0, 0, -1, 1, 1, 2, 65_001)),
    infoRecord(4, 8, float64(missing, Number.MAX_VALUE, lowest)),
    infoRecord(13, 1, Buffer.from(variables.map(({ name }, i) => `${shortName(i)}=${name}`).join('\t'))),
    ...longStringRecord(variables),
    infoRecord(20, 1, Buffer.from('UTF-8')),
    int32(999, 0),
  ])
}

const shortName = (index: number): string => `V${String(index).padStart(5, '0')}`

/** Names of further segments only have to be unique. */
const segmentName = (index: number, segment: number): string =>
  segment === 0 ? shortName(index) : `S${index.toString(36)}_${segment.toString(36)}`.toUpperCase()

function variableRecords(variable: SavVariable, index: number): Buffer[] {
  const width = widthOf(variable)
  if (width === 0) return [variableRecord(variable, 0, segmentName(index, 0))]
  return segmentWidths(width).flatMap((segment, i) => {
    const head = i === 0 ? variable : { ...variable, label: '' }
    const rest = Array.from({ length: eights(segment) - 1 }, () =>
      Buffer.concat([int32(2, -1, 0, 0, 0, 0), padded(Buffer.alloc(0), 8)]),
    )
    return [variableRecord(head, segment, segmentName(index, i)), ...rest]
  })
}

function variableRecord({ type, label }: SavVariable, width: number, name: string): Buffer {
  const shown = formatOf(type, width)
  const text = cutText(label, maxLabelBytes)
  const hasLabel = text.length > 0
  return Buffer.concat([
    int32(2, width, hasLabel ? 1 : 0, 0, shown, shown),
    padded(Buffer.from(name), 8),
    ...(hasLabel ? [int32(text.length), padded(text, 4 * Math.ceil(text.length / 4))] : []),
  ])
}

function valueLabelRecords(variables: readonly SavVariable[]): Buffer[] {
  let slot = 1
  return variables.flatMap((variable) => {
    const first = slot
    slot += slotsOf(variable)
    const { valueLabels = [] } = variable
    if (valueLabels.length === 0) return []
    const labels = valueLabels.map(([value, label]) => {
      const text = cutText(label, maxValueLabelBytes)
      const named = Buffer.concat([Buffer.from([text.length]), text])
      return Buffer.concat([float64(value), padded(named, 8 * eights(named.length))])
    })
    return [int32(3, valueLabels.length), ...labels, int32(4, 1, first)]
  })
}

const infoRecord = (subtype: number, size: number, data: Buffer): Buffer =>
  Buffer.concat([int32(7, subtype, size, data.length / size), data])

function longStringRecord(variables: readonly SavVariable[]): Buffer[] {
  const long = variables.flatMap((variable, i) => {
    const width = widthOf(variable)
    return width > storedSegmentBytes ? [`${shortName(i)}=${String(width).padStart(5, '0')}\0\t`] : []
  })
  return long.length === 0 ? [] : [infoRecord(14, 1, Buffer.from(long.join('')))]
}

/** Seconds from 14 October 1582 to 1970. */
const epochSeconds = 12_219_379_200
const code = { end: 252, raw: 253, spaces: 254, missing: 255 } as const
const spaces = Buffer.alloc(8, ' ')

/** Compresses rows: each group of eight values has a byte per value, then the values that do not fit into a byte. */
export function createSavRows(variables: readonly SavVariable[]) {
  const widths = variables.map(widthOf)
  let codes: number[] = []
  let values: Buffer[] = []
  let done: Buffer[] = []

  function flush(): void {
    if (codes.length === 0) return
    done.push(Buffer.from([...codes, ...Array.from({ length: 8 - codes.length }, () => 0)]), ...values)
    codes = []
    values = []
  }

  function put(value: number, raw?: Buffer): void {
    codes.push(value)
    if (raw) values.push(raw)
    if (codes.length === 8) flush()
  }

  function putNumber(value: number | null): void {
    const small = (value ?? Number.NaN) + bias
    if (value === null || !Number.isFinite(value)) put(code.missing)
    else if (Number.isInteger(value) && small >= 1 && small <= 251) put(small)
    else put(code.raw, float64(value))
  }

  function putString(text: string, width: number): void {
    const bytes = cutText(text, width)
    for (const [i, segment] of segmentWidths(width).entries()) {
      const used = bytes.subarray(i * storedSegmentBytes, (i + 1) * storedSegmentBytes)
      const stored = padded(used, 8 * eights(segment))
      for (let at = 0; at < 8 * eights(segment); at += 8) {
        const eight = stored.subarray(at, at + 8)
        if (eight.equals(spaces)) put(code.spaces)
        else put(code.raw, eight)
      }
    }
  }

  const take = (): Buffer => {
    const taken = Buffer.concat(done)
    done = []
    return taken
  }

  return {
    /** Returns the bytes that are complete, which may be those of earlier rows. */
    row(row: readonly SavValue[]): Buffer {
      for (const [i, width] of widths.entries()) {
        const value = row[i] ?? null
        if (width > 0) putString(typeof value === 'string' ? value : '', width)
        else if (value instanceof Date) putNumber(value.getTime() / 1000 + epochSeconds)
        else putNumber(typeof value === 'number' ? value : null)
      }
      return take()
    },
    end(): Buffer {
      put(code.end)
      flush()
      return take()
    },
  }
}
