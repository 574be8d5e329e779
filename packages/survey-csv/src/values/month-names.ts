/** Month names in the export languages of survey tools, also matched by their first three letters. */

const names: readonly (readonly string[])[] = [
  ['january', 'januar', 'jänner', 'janvier', 'enero', 'ene', 'gennaio', 'janeiro', 'januari'],
  ['february', 'februar', 'février', 'fevrier', 'febrero', 'febbraio', 'fevereiro', 'februari'],
  ['march', 'märz', 'maerz', 'mrz', 'mars', 'marzo', 'março', 'maart'],
  ['april', 'avril', 'avr', 'abril', 'abr', 'aprile'],
  ['may', 'mai', 'mayo', 'maggio', 'maio', 'mei'],
  ['june', 'juni', 'juin', 'junio', 'giugno', 'junho'],
  ['july', 'juli', 'juillet', 'juil', 'julio', 'luglio', 'julho'],
  ['august', 'août', 'aout', 'agosto', 'augustus'],
  ['september', 'septembre', 'septiembre', 'settembre', 'setembro', 'sept'],
  ['october', 'oktober', 'octobre', 'octubre', 'ottobre', 'outubro'],
  ['november', 'novembre', 'noviembre', 'novembro'],
  ['december', 'dezember', 'décembre', 'decembre', 'diciembre', 'dicembre', 'dezembro'],
]

const byName = new Map<string, number>()
for (const [index, spellings] of names.entries()) {
  for (const spelling of spellings) {
    byName.set(spelling, index + 1)
    // Drops a short form that two months share, such as `jui` for juin and juillet.
    const short = spelling.slice(0, 3)
    if (byName.has(short) && byName.get(short) !== index + 1) byName.delete(short)
    else byName.set(short, index + 1)
  }
}
// Common abbreviations, set last so that a collision above cannot remove them.
byName.set('jun', 6).set('jul', 7).set('mar', 3).set('may', 5)

export function monthNumber(name: string): number | undefined {
  return byName.get(name.toLowerCase().replace(/\.$/, ''))
}
