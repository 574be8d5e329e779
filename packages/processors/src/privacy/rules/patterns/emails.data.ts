/** E-mail addresses: written, disguised and spoken. */

import type { Pattern } from './pattern.ts'
import { regex, regexWith, wordSet, words } from './pattern.ts'

/** Bounded on both sides, so that a megabyte without an @ stays fast. */
export const writtenAddress: Pattern = {
  regex: regexWith('gu')`
    (?<![\p{L}\p{N}._%+'-])[\p{L}\p{N}][\p{L}\p{N}\p{M}._%+'-]{0,63}
    @(?:[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,62})\.){1,8}\p{L}{2,24}`,
  matches: ['c.vandenberg@uva.nl', "o'brien+news@mail.example.org"],
  rejects: ['@example.org', 'user@localhost', 'user at example.org'],
}
/** "my gmail is kayla dot r dot jones": the host was said before. */
export const addressAfterHost: Pattern = {
  regex: regexWith('giu')`
    \b(?:e-?mail|gmail|hotmail|icloud|outlook|yahoo)(?: address| account)?(?:'s| is|:)
    \s((?:[\p{L}\p{N}]+\s(?:dot|underscore|dash|hyphen)\s){1,5}[\p{L}\p{N}]+)(?!\s(?:at|@))`,
  matches: ['my gmail is kayla dot r dot jones', 'email: anna underscore b'],
  rejects: ['my gmail is kayla', 'my phone is four dot five'],
}

/** "at" in other languages, as said for the @ sign. */
export const atWords = wordSet`at arroba arobase chiocciola apenstaartje klammeraffe apestaart malpa snabel`
export const dotWords = wordSet`dot period point punkt punto ponto punt kropka`
/** What joins the parts of an address when it is spoken. */
export const spokenJoints = wordSet`
  dot period point punkt punto ponto punt kropka dash hyphen minus underscore under score plus bindestrich
  unterstrich guion bajo tiret trait bas trattino underline underbar
`

/** Function words that are also country codes: "at the end dot it". */
export const topLevelFunctionWords = wordSet`it is in me be no so at to my us do id by am as and`
/** Words that do not occur in the name of a host. */
export const nonHostWords = wordSet`
  and is it this that then to for with i we you he she they so but was are not where when at
`

export const addressCue: Pattern = {
  regex: regex`\b(?:e-?mail|mail|contact|reach|write|send|address|login)\b`,
  matches: ['my email is ', 'write to '],
  rejects: ['we meet ', 'mailing '],
}
export const localPartCue: Pattern = {
  regex: regex`\b(?:e-?mail|mail|address|correo|adresse|inbox|reach|write|contact|login|log in|user ?name)\b`,
  matches: ['my email is ', 'mi correo es ', 'username '],
  rejects: ['we meet ', 'mailing '],
}
const nonAddressVerbs = words`
  work(?:s|ed|ing)? | job | look(?:ing|ed)? | based | hosted | sold | bought | account | stay(?:ed|ing)?
  study | studied | was | am | is | are | were
`
/** "I work at yahoo": the words before "at" are a clause. */
export const clauseBeforeAt: Pattern = {
  regex: regex`\b(?:${nonAddressVerbs})$`,
  matches: ['i work', 'it was'],
  rejects: ['jane doe', 'homework in'],
}
/** "sign up at example dot org": a web page. */
export const wordsBeforePage = wordSet`
  up out in online over available back home here there live again website site page store
`
export const mailboxNames = wordSet`contact mail message email`
export const determiners = wordSet`my a our the your`

/** Words of a sentence that precede an address and are not part of it. */
export const nonAddressWords = wordSet`
  is it's its it my your his her our their the a an to at on in for of and or me you i we he she they
  that's that this as with by via from email e-mail mail address addresses contact reach write send use
  using used type typed enter entered be was are so um uh yeah yes no well okay ok like under through
  message drop ping cc just email's actually then have has had ist lautet es el mi correo adresse c'est
  est zu unter meine mijn sono e un them him us gave give told tell sent says said try tried called named
  put which who
`

export const topLevelDomains = wordSet`
  com org net edu gov mil int io co ai app dev me info biz name pro xyz online site store shop tech cloud
  email mail blog live life world today agency studio design digital media group company team health care
  clinic law legal academy school university education science space zone network systems solutions
  services consulting ventures capital finance bank global international foundation church museum jobs
  travel tours hotel restaurant cafe bar art gallery photo photos video music film games game fun club
  social community news press city london berlin paris nyc amsterdam africa asia eu uk us ca au nz ie in
  sg hk my ph id th vn cn jp kr tw de at ch fr be nl lu es pt it gr pl cz sk hu ro bg hr si rs ba mk al tr
  ru ua by lt lv ee fi se no dk is il ae sa qa kw bh om jo lb eg ma tn dz ng gh ke za tz ug et zw zm mx br
  ar cl pe uy ve ec bo py cr pa gt do pr cu jm tt pk bd lk np ir iq cat scot wales example test local
  invalid
`
export const mailProviders = wordSet`
  gmail googlemail hotmail outlook yahoo ymail icloud protonmail proton aol gmx fastmail zoho hey tutanota
  comcast verizon btinternet sbcglobal msn rocketmail yandex rediffmail libero orange laposte wanadoo
  freenet tonline qq naver
`
