/** Writes a value as source code of a language, with conventional indentation. */
interface Notation {
  null: string
  true: string
  false: string
  environment: (name: string) => string
  indent: string
  trailingComma: string
}

const javascript: Notation = {
  null: 'null',
  true: 'true',
  false: 'false',
  environment: (name) => `process.env.${name}`,
  indent: '  ',
  trailingComma: ',',
}

const json: Notation = { ...javascript, environment: (name) => `"$${name}"`, trailingComma: '' }

const python: Notation = {
  null: 'None',
  true: 'True',
  false: 'False',
  environment: (name) => `os.environ["${name}"]`,
  indent: '    ',
  trailingComma: ',',
}

/** `depth`: the indentation level of the line that the value starts on. */
export const javascriptLiteral = (value: unknown, depth = 0) => literal(value, javascript, depth)
export const jsonLiteral = (value: unknown, depth = 0) => literal(value, json, depth)
export const pythonLiteral = (value: unknown, depth = 0) => literal(value, python, depth)

function literal(value: unknown, notation: Notation, depth: number): string {
  if (value === null || value === undefined) return notation.null
  if (typeof value === 'boolean') return notation[`${value}`]
  if (typeof value === 'string') return text(value, notation)
  if (typeof value !== 'object') return JSON.stringify(value)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const items = Array.isArray(value)
    ? value.map((item: unknown) => literal(item, notation, depth + 1))
    : Object.entries(value).map(
        ([name, item]) => `${JSON.stringify(name)}: ${literal(item, notation, depth + 1)}`,
      )
  if (items.length === 0) return open + close
  if (Array.isArray(value) && !items.some((item) => item.includes('\n'))) return `[${items.join(', ')}]`
  const inner = `\n${notation.indent.repeat(depth + 1)}`
  const end = `${notation.trailingComma}\n${notation.indent.repeat(depth)}`
  return `${open}${inner}${items.join(`,${inner}`)}${end}${close}`
}

function text(value: string, notation: Notation): string {
  const variable = /^\$([A-Z_]+)$/.exec(value)?.[1]
  return variable === undefined ? JSON.stringify(value) : notation.environment(variable)
}
