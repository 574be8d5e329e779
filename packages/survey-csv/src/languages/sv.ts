import type { Language } from './language.ts'

export const swedish: Language = {
  code: 'sv',
  isDayFirst: true,
  name: 'namn, förnamn, efternamn, heter',
  nameFiller: `ditt, din, ert, vad, är, du, ni, och, eller, ange, skriv, fyll, i, för, fullständigt, hela, deltagarens, respondentens,
    valfritt, frivilligt, person, kund`,
  email: 'email, e mail, mail, mailadress, e post, epost, e postadress, epostadress, mejl, mejladress',
  anotherPerson:
    'chef, chefens, chefs, kollega*, vännen*, partner*, anhörig*, förälder*, företag*, handledare*',
  responseTime: `tidstämpel, tidsstämpel, inskickad, inskickat, skickad, starttid, startdatum, slutdatum, sluttid, slutförd,
    slutförandetid, slutfört, påbörjad, avslutad, skapad, svar, svarsdatum, enkät*, undersökning*, intervju, besvarad, registrerad`,
  submissionTime:
    'tidstämpel, tidsstämpel, inskickad, skickad, slutdatum, sluttid, slutförd, slutförandetid, avslutad',
  date: 'datum, tid, dag, klockslag, tidpunkt, och',
  eventTime:
    'född, födelse*, köp*, beställ*, besök*, senast, senaste, nästa, när, avtal*, anställ*, leverans*, resa, resan',
  freeText: `varför, kommentar, kommentarer, motivera, beskriv, förklara, förbättra*, förslag, synpunkter, åsikt, åsikter, övrigt,
    berätta, utveckla, anledning, skäl, fritext, tillägga`,
  recommend: 'rekommend*, nps',
  rank: 'rangordna, ranka, rangordning, prioritera, ordning',
  metadata: `sista sidan, startspråk, ip adress, varaktighet, svars id, respondent id, insamlar id, status, framsteg, total tid,
    anpassade data 1, användarspråk, nummer, nr, åtkomstkod`,
  metadataTime: 'senast ändrad, tid för senaste ändring, datum för senaste åtgärd',
  yesNo:
    'ja, nej, kanske, vet ej, vet inte, osäker, vill inte svara, vill ej svara, inget svar, ej aktuellt, ibland, delvis',
  scale: `mycket, ganska, något, lite, inte, alls, helt, delvis, varken, eller, och, håller, med, instämmer, tar, avstånd, nöjd, missnöjd,
    neutral, viktigt, oviktigt, troligt, otroligt, sannolikt, osannolikt, bra, dålig, dåligt, utmärkt, godkänt, medel, varken, lätt,
    enkelt, svårt, alltid, ofta, ibland, sällan, aldrig, oftast, bättre, sämre, samma, hög, låg, särskilt, i, hög, grad, extremt`,
}
