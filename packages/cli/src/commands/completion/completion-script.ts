/** Completion scripts, made from the commands as they are, so that they cannot fall behind. */
import type { Command } from 'commander'

interface Node {
  /** Words after "inlet", empty for the program itself. */
  path: string[]
  summary: string
  commands: Array<{ name: string; summary: string }>
  flags: Array<{ long: string; short: string | undefined; help: string; takesValue: boolean }>
}

export function completionScript(shell: 'bash' | 'zsh' | 'fish', program: Command): string {
  const nodes = collect(program, [])
  return { bash, zsh, fish }[shell](nodes)
}

function collect(command: Command, path: string[]): Node[] {
  const flags = [...command.options].map(({ long, short, description, required, optional }) => ({
    long: long ?? '',
    short: short ?? undefined,
    help: description,
    takesValue: required || optional,
  }))
  flags.push({ long: '--help', short: '-h', help: 'explain a command, with examples', takesValue: false })
  const commands = command.commands.map((one) => ({ name: one.name(), summary: one.summary() }))
  const own: Node = { path, summary: command.summary(), commands, flags }
  return [own, ...command.commands.flatMap((one) => collect(one, [...path, one.name()]))]
}

function bash(nodes: readonly Node[]): string {
  const cases = nodes.map(({ path, commands, flags }) => {
    const words = [...commands.map(({ name }) => name), ...flags.map(({ long }) => long)].join(' ')
    return `    "${path.join(' ')}") words="${words}" ;;`
  })
  const paths = nodes.filter(({ path }) => path.length > 0).map(({ path }) => `"${path.join(' ')}"`)
  return `# bash completion of inlet; made by "inlet completion bash"
_inlet() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path="" word words
  local i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    case "\${path:+$path }$word" in
    ${paths.join('|')}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  # Where no word fits, a path may.
  if [ "\${#COMPREPLY[@]}" -eq 0 ]; then
    compopt -o default
  fi
}
complete -F _inlet inlet
`
}

function zsh(nodes: readonly Node[]): string {
  const quote = (text: string) => text.replaceAll("'", "'\\''").replaceAll(':', '\\:')
  const functions = nodes.map(({ path, commands, flags }) => {
    const entries = [
      ...commands.map(({ name, summary }) => `'${name}:${quote(summary)}'`),
      ...flags.map(({ long, help }) => `'${long}:${quote(help)}'`),
    ]
    return `    '${path.join(' ')}') words_here=(${entries.join(' ')}) ;;`
  })
  const paths = nodes.filter(({ path }) => path.length > 0).map(({ path }) => `'${path.join(' ')}'`)
  return `#compdef inlet
# zsh completion of inlet; made by "inlet completion zsh"
_inlet() {
  local path_here="" word
  local -a words_here
  local i
  for ((i = 2; i < CURRENT; i++)); do
    word="\${words[i]}"
    case "\${path_here:+$path_here }$word" in
    ${paths.join('|')}) path_here="\${path_here:+$path_here }$word" ;;
    esac
  done
  case "$path_here" in
${functions.join('\n')}
  esac
  _describe 'inlet' words_here || _files
}
if [ "$funcstack[1]" = "_inlet" ]; then
  _inlet "$@"
else
  compdef _inlet inlet
fi
`
}

function fish(nodes: readonly Node[]): string {
  const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  const lines = nodes.flatMap(({ path, commands, flags }) => {
    const names = commands.map(({ name }) => name).join(' ')
    const seen = path.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ')
    const notYet = names === '' ? '' : `not __fish_seen_subcommand_from ${names}`
    const condition = [seen, notYet].filter(Boolean).join('; and ')
    return [
      ...commands.map(
        ({ name, summary }) => `complete -c inlet -f -n ${quote(condition)} -a ${name} -d ${quote(summary)}`,
      ),
      ...flags.map(({ long, short, help, takesValue }) => {
        const letter = short ? ` -s ${short.slice(1)}` : ''
        return `complete -c inlet -n ${quote(condition)} -l ${long.slice(2)}${letter}${takesValue ? ' -r' : ''} -d ${quote(help)}`
      }),
    ]
  })
  return `# fish completion of inlet; made by "inlet completion fish"\n${lines.join('\n')}\n`
}
