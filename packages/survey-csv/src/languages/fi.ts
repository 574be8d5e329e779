import type { Language } from './language.ts'

export const finnish: Language = {
  code: 'fi',
  isDayFirst: true,
  name: 'nimi, nimesi, nimenne, etunimi, etunimesi, sukunimi, sukunimesi, kokonimi',
  nameFiller:
    'mikä, on, koko, ja, tai, sinun, teidän, kirjoita, anna, vastaajan, osallistujan, vapaaehtoinen, henkilön, asiakkaan',
  email: 'email, e mail, sähköposti*, s posti*, meili',
  anotherPerson:
    'esimie*, esihenkilö*, kollega*, ystävä*, työkaveri*, puoliso*, huoltaja*, yrityksen, yritys',
  responseTime: `aikaleima, lähetetty, lähetysaika, lähetyspäivä*, aloitusaika, aloituspäivä*, lopetusaika, lopetuspäivä*,
    valmistumisaika, päättymispäivä*, aloitettu, päättynyt, luotu, vastaus*, vastattu, kysely*, haastattelu*, täytetty`,
  submissionTime: 'aikaleima, lähetetty, lähetysaika, lopetusaika, valmistumisaika, päättymispäivä*',
  date: 'päivämäärä, pvm, aika, kellonaika, päivä, ja',
  eventTime:
    'syntym*, synty*, osto*, ostit, tilau*, tilasit, käynti*, kävit, viimeksi, viimeisin, seuraava*, milloin, koska, sopimu*',
  freeText: `miksi, kommentti, kommentit, kommentteja, perustele*, kuvaile*, kerro*, selitä, paranta*, ehdotu*, palaute, palautetta,
    mielipide*, muuta, terveisiä, vapaa sana, avoin`,
  recommend: 'suosittel*, nps',
  rank: 'järjestä*, järjestykseen, järjestys, aseta tärkeysjärjestykseen, tärkeysjärjestys*, tärkeysjärjestykseen',
  metadata: `viimeinen sivu, aloituskieli, ip osoite, kesto, vastauksen tunnus, vastaajan tunnus, tila, edistyminen, kokonaisaika,
    numero, nro, tunnus, tunniste`,
  metadataTime: 'viimeksi muokattu, viimeisin muokkausaika, viimeisimmän toiminnon päivämäärä',
  yesNo:
    'kyllä, ei, ehkä, en tiedä, en osaa sanoa, eos, en halua vastata, en halua sanoa, ei koske minua, joskus, osittain, joo',
  scale: `erittäin, melko, jokseenkin, hieman, jonkin, verran, täysin, lähes, ei, en, lainkaan, ollenkaan, samaa, eri, mieltä, eikä, tai,
    ja, tyytyväinen, tyytymätön, neutraali, tärkeä, tärkeää, todennäköistä, epätodennäköistä, todennäköisesti, hyvä, hyvin, huono,
    huonosti, erinomainen, kohtalainen, tyydyttävä, välttävä, keskinkertainen, helppo, helppoa, vaikea, vaikeaa, aina, usein, joskus,
    harvoin, koskaan, parempi, huonompi, sama, osaa, sanoa, kovin, vähän, paljon`,
}
