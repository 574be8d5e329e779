import type { Language } from './language.ts'

export const czech: Language = {
  code: 'cs',
  isDayFirst: true,
  name: 'jméno, jména, příjmení, jmenujete, jmenuješ',
  nameFiller: `vaše, tvoje, své, a, nebo, jak, se, jaké, je, prosím, uveďte, zadejte, napište, vyplňte, celé, křestní, respondenta,
    účastníka, nepovinné, volitelné, osoby, zákazníka`,
  email: 'email, e mail, mail, mailová, e mailová, emailová, elektronická pošta, emailu',
  anotherPerson:
    'nadřízen*, šéf*, koleg*, kamarád*, přítel*, partner*, rodič*, manžel*, firmy, společnosti, vedoucí*',
  responseTime: `časová značka, časové razítko, odeslání, odesláno, zahájení, začátek, začátku, konec, dokončení, dokončeno, ukončení,
    vytvoření, vytvořeno, odpověď, odpovědi, dotazník*, průzkum*, vyplnění, vyplněno, rozhovor*, přijato`,
  submissionTime: 'časová značka, odeslání, odesláno, konec, dokončení, dokončeno, ukončení',
  date: 'datum, čas, hodina, den, a',
  eventTime:
    'narození, nákup*, objednávk*, návštěv*, poslední*, naposledy, příští*, kdy, smlouv*, nástup*, doručení, událost*, cest*',
  freeText: `proč, komentář*, poznámk*, připomínk*, zdůvodn*, popište, popiš, vysvětl*, návrh*, zlepši*, vylepši*, názor*, důvod*, vzkaz*,
    jiné uveďte, napište nám, sdělit, dodat`,
  recommend: 'doporuč*, nps',
  rank: 'seřaďte, seřaď, pořadí, seřazení, uspořádejte',
  metadata: `poslední stránka, počáteční jazyk, ip adresa, adresa ip, doba trvání, trvání, id odpovědi, id respondenta, stav, průběh,
    celkový čas, číslo, pořadové číslo, jazyk uživatele, přístupový kód`,
  metadataTime: 'datum poslední akce, čas poslední změny, poslední změna',
  yesNo: `ano, ne, možná, nevím, nejsem si jistý, nejsem si jistá, nechci odpovídat, nechci uvést, netýká se mě, někdy, částečně,
    spíše ano, spíše ne, určitě ano, určitě ne, rozhodně ano, rozhodně ne, pravda, nepravda`,
  scale: `velmi, spíše, docela, trochu, zcela, naprosto, rozhodně, určitě, vůbec, ani, ne, ano, a, nebo, souhlasím, nesouhlasím, spokojen,
    spokojený, spokojená, nespokojen, nespokojený, nespokojená, neutrální, neutrálně, důležité, nedůležité, pravděpodobné,
    nepravděpodobné, pravděpodobně, dobře, dobrý, dobrá, dobré, špatně, špatný, špatná, špatné, výborně, výborný, výborné, průměrně,
    průměrný, dostatečně, nedostatečně, snadné, snadno, lehké, těžké, obtížné, vždy, často, někdy, občas, zřídka, nikdy, lépe, hůře,
    stejně, nevím, tak, napůl, částečně, vysoký, nízký`,
}
