/** Detects the language of a text by its function words, as well as the rules need. */

import type { Token } from './tokens.ts'

export type RuleLanguage = 'en' | 'de' | 'es' | 'fr' | 'it' | 'pt' | 'nl'

const functionWords: Record<RuleLanguage, string> = {
  en: "the a an and is are was were i you he she it we they my your his her of to in on at for with not this that have has had be been from but so do does did can will would what when who if as by or about there their our me him them just yeah okay i'm it's don't am no yes please name number email phone license account one two three four five six seven eight nine zero oh double",
  de: 'der die das und ist ich du er sie es wir ihr mein meine meiner dein sein ihre nicht ein eine einen einem einer den dem des zu im am auf mit von fur aus bei nach unter uber bin hat habe haben sind war wurde wohne heisse ja nein bitte auch noch wie wer null eins zwei drei vier funf sechs sieben acht neun mich dich uns euch unser unsere unserer eure dieser diese dieses welche jetzt hier dort rufen sie ihnen wird werden kann man',
  es: 'el la los las un una y es soy eres son mi tu su yo de del que en no con por para me se lo al nos como pero muy tengo tiene vivo esta estoy nací naci mis hola gracias si porque fue nuestro nuestra hablo habla este esta estos uno dos tres cuatro cinco seis siete ocho nueve cero',
  fr: "le la les un une des et est suis je tu il elle nous vous ils mon ma mes son sa ses de du que qui en ne pas avec pour sur dans au aux ce cette c'est j'ai ai habite notre nos votre leur leurs oui non merci bonjour mais ou j' c' l' d' qu' deux trois quatre cinq sept huit neuf",
  it: 'il lo la i gli le un una e sono sei mio mia tuo suo di del della che in non con per su da al alla nel ho hai ha abito chiamo si ma anche come mi ciao grazie uno due tre quattro cinque sette otto nove',
  pt: 'o a os as um uma e sou es meu minha seu sua de do da dos das que em nao com por para no na ao eu tenho moro mas muito como me se ola obrigado obrigada voce foi dois tres quatro cinco sete oito nove',
  nl: 'de het een en is ik je hij zij wij mijn jouw zijn haar van in niet met voor op aan uit bij naar ben heb heeft hebben was woon heet ja nee ook nog dat dit die maar wat hoe geboren op ben twee drie vier vijf zes zeven negen',
}

const languages: readonly RuleLanguage[] = ['en', 'de', 'es', 'fr', 'it', 'pt', 'nl']
/** Single letters may be spelling in any language; only the English ones count as words. */
const lists = languages.map((language) => ({
  language,
  words: new Set(functionWords[language].split(' ').filter((word) => language === 'en' || word.length > 1)),
}))
const foreignFunctionWords = new Set(lists.flatMap((list) => (list.language === 'en' ? [] : [...list.words])))

/** An article, a pronoun and the like in a language other than English. */
export function isForeignFunctionWord(key: string): boolean {
  return foreignFunctionWords.has(key)
}

/** The stated language, or else English, unless another one clearly has more words in the text. */
export function detectLanguage(tokens: readonly Token[], tag: string | undefined): RuleLanguage {
  const stated = tag?.toLowerCase().split(/[-_]/)[0]
  const counts = lists.map((list) => ({ language: list.language, count: countIn(tokens, list.words) }))
  const first = counts.find((each) => each.language === stated)
  const best = counts.reduce((a, b) => (b.count > a.count ? b : a))
  // A transcript stated to be English may contain Spanish; a few names are not enough to switch.
  if (first !== undefined)
    return best.count >= 4 && best.count > 2 * first.count ? best.language : first.language
  return best.count > (counts[0]?.count ?? 0) ? best.language : 'en'
}

function countIn(tokens: readonly Token[], list: ReadonlySet<string>): number {
  let count = 0
  for (const token of tokens) if (token.kind === 'word' && list.has(token.key)) count += 1
  return count
}
