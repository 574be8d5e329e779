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
