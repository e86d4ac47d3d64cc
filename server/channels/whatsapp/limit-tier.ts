/** Conversations within 24 hours of a messaging limit's name, `TIER_2K`; null: unlimited, undefined: no such name. */
export function limitOfTier(tier: string | undefined): number | null | undefined {
  if (tier === 'TIER_UNLIMITED') return null;
  const [, digits, thousands] = /^TIER_(\d{1,7})(K?)$/.exec(tier ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits) * (thousands === 'K' ? 1_000 : 1);
}

/** The field of a number that names its portfolio's limit, by the API's version in its address. */
export function limitField(graphUrl: string): 'messaging_limit_tier' | 'whatsapp_business_manager_messaging_limit' {
  const [, version] = /\/v(\d+)(?:\.\d+)?\/?$/.exec(graphUrl) ?? [];
  return Number(version ?? 24) < 24 ? 'messaging_limit_tier' : 'whatsapp_business_manager_messaging_limit';
}
