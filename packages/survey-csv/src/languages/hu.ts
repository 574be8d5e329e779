import type { Language } from './language.ts'

export const hungarian: Language = {
  code: 'hu',
  isDayFirst: false,
  name: 'név, neve, neved, vezetéknév, keresztnév, vezetékneve, keresztneve, utónév, hívják, hívnak',
  nameFiller:
    'az, a, ön, önt, mi, és, vagy, kérjük, kérem, adja, meg, írja, be, teljes, hogy, hogyan, válaszadó, résztvevő, opcionális',
  email: 'email, e mail, mail, e mail cím, emailcím, e mailcím, villámposta',
  anotherPerson:
    'főnök*, felettes*, vezető*, kolléga*, munkatárs*, barát*, partner*, szülő*, cég*, vállalat*',
  responseTime: `időbélyeg, időbélyegző, beküldés*, beküldve, elküldés*, kezdés*, kezdete, kezdő, befejezés*, vége, lezárás*, létrehozás*,
    kitöltés*, válasz, válaszadás*, felmérés*, kérdőív*, interjú*`,
  submissionTime: 'időbélyeg, időbélyegző, beküldés*, elküldés*, befejezés*, vége, kitöltés*',
  date: 'dátum, dátuma, idő, időpont, időpontja, nap, óra, és',
  eventTime:
    'születés*, született, vásárlás*, rendelés*, látogatás*, utolsó*, legutóbb*, következő*, mikor, szerződés*, szállítás*',
  freeText: `miért, megjegyzés*, hozzászólás*, indokol*, írja le, fejtse ki, javasl*, javít*, fejleszt*, vélemény*, ok, oka, egyéb kérjük,
    magyaráz*, észrevétel*`,
  recommend: 'ajánl*, nps',
  rank: 'rangsorol*, sorrend*, sorba, állítsa sorrendbe',
  metadata: `utolsó oldal, kezdő nyelv, ip cím, időtartam, válasz azonosító, válaszadó azonosító, azonosító, állapot, folyamat,
    teljes idő, sorszám, szám`,
  metadataTime: 'utolsó módosítás ideje, utolsó módosítás, utolsó művelet dátuma',
  yesNo:
    'igen, nem, talán, nem tudom, nem vagyok biztos benne, nem kívánok válaszolni, nem szeretném megadni, nem releváns, néha, részben',
  scale: `nagyon, inkább, meglehetősen, kissé, kicsit, egyáltalán, nem, teljesen, teljes, mértékben, részben, sem, is, egyetértek, egyet,
    értek, elégedett, elégedetlen, semleges, fontos, valószínű, valószínűtlen, valószínűleg, jó, jól, rossz, rosszul, közepes, kiváló,
    megfelelő, elégséges, elégtelen, könnyű, nehéz, mindig, gyakran, néha, ritkán, soha, általában, jobb, rosszabb, ugyanolyan, magas,
    alacsony, és, vagy`,
}
