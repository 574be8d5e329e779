/** Reads the command blocks of a guide. */

export interface CommandBlock {
  /** The heading above the block, without its marks. */
  heading: string
  /** The language after the opening fence; empty if there is none. */
  language: string
  /** Line of the opening fence, counted from 1. */
  line: number
  text: string
}

/** Blocks may be indented, as part of a list. */
export function readBlocks(markdown: string): CommandBlock[] {
  const blocks: CommandBlock[] = []
  let heading = ''
  let open: { block: CommandBlock; indent: string; lines: string[] } | undefined
  for (const [index, line] of markdown.split('\n').entries()) {
    const fence = /^( *)```(\w*)\s*$/.exec(line)
    if (open) {
      if (fence?.[1] === open.indent && fence[2] === '') {
        blocks.push({ ...open.block, text: `${open.lines.join('\n')}\n` })
        open = undefined
      } else open.lines.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line)
    } else if (fence) {
      const block = { heading, language: fence[2] ?? '', line: index + 1, text: '' }
      open = { block, indent: fence[1] ?? '', lines: [] }
    } else heading = /^#+ (.+)$/.exec(line)?.[1] ?? heading
  }
  if (open) throw new Error(`The block that starts in line ${open.block.line} is not closed.`)
  return blocks
}

/** Replaces what a reader has to replace. A placeholder that the guide no longer contains is an error of the plan. */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  let filled = text
  for (const [placeholder, value] of Object.entries(values)) filled = filled.replaceAll(placeholder, value)
  return filled
}
