import type { Language } from './language.ts'

export const norwegian: Language = {
  code: 'nb',
  isDayFirst: true,
  name: 'navn, fornavn, etternavn, mellomnavn, heter',
  nameFiller: `ditt, din, deres, hva, er, du, og, eller, oppgi, skriv, angi, fullt, fulle, hele, vennligst, deltakerens, valgfritt, for,
    respondentens, person, kunde`,
  email: 'email, e mail, mail, e post, epost, e postadresse, epostadresse',
  anotherPerson:
    'sjef, sjefs, leder, leders, kollega*, venn, venns, partner*, pårørend*, forelder*, bedrift*, firma*',
  responseTime: `tidsmerke, tidsstempel, sendt, innsendt, innsending, starttidspunkt, startdato, sluttdato, slutttidspunkt, starttid,
    sluttid, fullført, fullføringstidspunkt, fullføringstid, avsluttet, påbegynt, opprettet, svar, besvart, undersøkelse*, skjema*,
    intervju`,
  submissionTime:
    'tidsmerke, tidsstempel, sendt, innsendt, sluttdato, fullført, fullføringstidspunkt, fullføringstid, avsluttet',
  date: 'dato, tid, dag, klokkeslett, tidspunkt, og',
  eventTime:
    'født, fødsel*, kjøp*, bestill*, besøk*, sist, siste, neste, når, kontrakt*, ansett*, levering*, reise*',
  freeText: `hvorfor, kommentar, kommentarer, begrunn*, beskriv*, forklar*, forbedre*, forslag, merknad*, mening, meninger, utdyp*,
    fortell, årsak, fritekst, tilføye`,
  recommend: 'anbefal*, nps',
  rank: 'ranger, rangér, rangering, rangere, rekkefølge, prioriter*',
  metadata: `siste side, startspråk, ip adresse, varighet, svar id, respondent id, status, fremdrift, total tid, brukerspråk, nummer, nr,
    tilgangskode`,
  metadataTime: 'tidspunkt for siste endring, sist endret, dato for siste handling',
  yesNo: 'ja, nei, kanskje, vet ikke, usikker, ønsker ikke å svare, ikke relevant, av og til, delvis',
  scale: `svært, meget, veldig, ganske, noe, litt, ikke, slett, helt, delvis, verken, eller, og, enig, uenig, fornøyd, misfornøyd,
    nøytral, nøytralt, viktig, uviktig, sannsynlig, usannsynlig, god, godt, bra, dårlig, utmerket, middels, lett, enkelt, vanskelig,
    alltid, ofte, noen, ganger, av, til, sjelden, aldri, bedre, verre, samme, høy, lav, i, grad, mindre, ekstremt`,
}
