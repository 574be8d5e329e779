/** Words that make a name one of an organization. Patterns match folded text. */

export const legal =
  /^(?:inc|incorporated|ltd|limited|llc|llp|plc|gmbh|ag|kg|ohg|gbr|corp|corporation|co|sa|s\.a|sarl|sas|srl|spa|bv|nv|oy|oyj|ab|as|asa|aps|pty|pvt|kk|sl|lda|eirl|holdings?)$/
export const kindWords =
  /^(?:university|universitat|universite|universidad|college|institute|institut|school|academy|hospital|clinic|klinik|centre|center|medical center|bank|credit union|airlines?|airways|insurance|foundation|association|society|ministry|department|agency|bureau|council|commission|committee|church|group|partners|consulting|consultants|technologies|technology|solutions|systems|software|analytics|labs|laboratories|industries|enterprises|ventures|capital|pharmaceuticals|pharma|motors|electronics|media|studios?|pictures|entertainment|records|press|news|times|post|network|networks|telecom|energy|petroleum|logistics|services|holdings|international|global|worldwide|company|corporation|union|federation|alliance|league|club|museum|library|theatre|theater|orchestra|team|brothers|bros|associates|realty|properties|construction|builders|bakery|brewery|brewing|coffee|pizza|grill|kitchen|diner|pharmacy|dental|law|legal|securities|research|mutual|mortgage|financial|finance|investments|administration|police|fire department|hotel|hotels|resort|inn|supermarket|stores?|market|gas|rail|railways|council|army|navy|steel|plumbing|electric|roofing|landscaping)$/

export function isOrganizationKind(key: string): boolean {
  return legal.test(key) || kindWords.test(key)
}
