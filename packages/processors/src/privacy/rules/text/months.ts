/** Names of months in the supported languages. Keys are folded. */

const names: readonly string[] = [
  'january jan januar janner enero ene janvier janv gennaio janeiro januari styczen stycznia',
  'february feb februar febrero fevrier fevr febbraio fevereiro februari lutego',
  'march mar marz maerz marzo mars marco maart mrt marca',
  'april apr abril avril aprile kwietnia',
  'may mai mayo maggio maio mei maja',
  'june jun juni junio juin giugno junho czerwca',
  'july jul juli julio juillet juil luglio julho lipca',
  'august aug agosto aout augustus sierpnia',
  'september sep sept septiembre setiembre septembre settembre setembro wrzesnia',
  'october oct oktober okt octubre octobre ottobre outubro pazdziernika',
  'november nov noviembre novembre novembro listopada',
  'december dec dezember dez diciembre decembre dicembre dezembro grudnia',
]

const months = new Map(
  names.flatMap((list, index) => list.split(' ').map((name) => [name, index + 1] as const)),
)

export function monthOf(key: string): number | undefined {
  return months.get(key)
}

/** Months that are also other words: they need a day, a year or a cue. */
export const ambiguousMonths: ReadonlySet<string> = new Set(
  'may march mar mai mars marco maja marca jan dec sep ene dez oct avril apr august mei'.split(' '),
)
