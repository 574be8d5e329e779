/** Ends of addresses, and hosts that everybody knows. Keys are folded. */

const generic =
  'com org net edu gov mil int io co ai app dev me info biz name pro xyz online site store shop tech cloud email mail blog live life world today agency studio design digital media group company team health care clinic law legal academy school university education science space zone network systems solutions services consulting ventures capital finance bank global international foundation church museum jobs travel tours hotel restaurant cafe bar art gallery photo photos video music film games game fun club social community news press city london berlin paris nyc amsterdam africa asia eu uk us ca au nz ie in sg hk my ph id th vn cn jp kr tw de at ch fr be nl lu es pt it gr pl cz sk hu ro bg hr si rs ba mk al me tr ru ua by lt lv ee fi se no dk is il ae sa qa kw bh om jo lb eg ma tn dz ng gh ke za tz ug et zw zm mx br ar cl co pe uy ve ec bo py cr pa gt do pr cu jm tt pk bd lk np ir iq cat scot wales example test local invalid'

const topLevels = new Set(generic.split(' '))

export function isTopLevel(key: string): boolean {
  return topLevels.has(key)
}

export const emailProviders: ReadonlySet<string> = new Set(
  'gmail googlemail hotmail outlook yahoo ymail icloud protonmail proton aol gmx fastmail zoho hey tutanota comcast verizon btinternet sbcglobal msn rocketmail yandex rediffmail libero orange laposte wanadoo freenet tonline qq naver'.split(
    ' ',
  ),
)

/** What joins the parts of an address when it is spoken. */
export const joints =
  /^(?:dot|period|point|punkt|punto|ponto|punt|kropka|dash|hyphen|minus|underscore|under|score|plus|bindestrich|unterstrich|guion|bajo|tiret|trait|bas|trattino|underline|underbar)$/

/** Words that are no part of an address: what comes before it in a sentence. */
const stops = new Set(
  "is it's its it my your his her our their the a an to at on in for of and or me you i we he she they that's that this as with by via from email e-mail mail address addresses contact reach write send use using used type typed enter entered be was are so um uh yeah yes no well okay ok like under through message drop ping cc just email's actually then have has had ist lautet an es el mi correo adresse c'est est zu unter meine mijn sono e a un them him us gave give told tell sent says said try tried called named put have which who".split(
    ' ',
  ),
)

export function isStop(key: string): boolean {
  return stops.has(key) || key.startsWith("'")
}
