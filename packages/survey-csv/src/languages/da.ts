import type { Language } from './language.ts'

export const danish: Language = {
  code: 'da',
  isDayFirst: true,
  name: 'navn, navne, fornavn, efternavn, hedder',
  nameFiller: `dit, din, jeres, deres, hvad, er, du, og, eller, angiv, skriv, indtast, fulde, hele, venligst, deltagerens, valgfrit,
    for, respondentens, person, kunde`,
  email: 'email, e mail, mail, mailadresse, emailadresse, e mailadresse',
  anotherPerson:
    'chef, chefs, leder, leders, kollega*, ven, vens, partner*, pårørend*, forælder*, virksomhed*, firma*',
  responseTime: `tidsstempel, indsendt, indsendelse, afsendt, starttidspunkt, startdato, slutdato, sluttidspunkt, starttid, sluttid,
    fuldført, fuldførelsestidspunkt, afsluttet, påbegyndt, oprettet, svar, besvarelse, besvaret, undersøgelse*, spørgeskema*, interview`,
  submissionTime:
    'tidsstempel, indsendt, indsendelse, slutdato, sluttidspunkt, fuldført, fuldførelsestidspunkt, afsluttet',
  date: 'dato, tid, dag, klokkeslæt, tidspunkt, og',
  eventTime:
    'født, fødsel*, køb*, bestil*, besøg*, sidst, sidste, næste, hvornår, kontrakt*, ansæt*, levering*, rejse*',
  freeText: `hvorfor, kommentar, kommentarer, begrund*, beskriv*, forklar*, forbedr*, forslag, bemærkning*, mening, meninger, uddyb*,
    fortæl, årsag, fritekst, tilføje`,
  recommend: 'anbefal*, nps',
  rank: 'rangér, ranger, rangordn*, rækkefølge, prioriter*, prioritér',
  metadata: `sidste side, startsprog, ip adresse, varighed, svar id, respondent id, indsamler id, status, fremskridt, samlet tid,
    brugersprog, nummer, nr, adgangskode`,
  metadataTime: 'tidspunkt for seneste ændring, sidst ændret, dato for sidste handling',
  yesNo:
    'ja, nej, måske, ved ikke, det ved jeg ikke, usikker, ønsker ikke at svare, ikke relevant, nogle gange, delvist',
  scale: `meget, ret, noget, lidt, ikke, slet, helt, delvist, overvejende, hverken, eller, og, enig, uenig, tilfreds, utilfreds, neutral,
    neutralt, vigtigt, uvigtigt, sandsynligt, usandsynligt, god, godt, dårlig, dårligt, fremragende, middel, let, nemt, svært, altid,
    ofte, nogle, gange, af, og, til, sjældent, aldrig, bedre, dårligere, samme, høj, lav, i, grad, mindre, ekstremt`,
}
