/* Length limits of an account's fields, in UTF-16 units. */

/** A user's name. */
export const PERSON_NAME = { min: 2, max: 80 } as const;
/** The name that a user may log in with. */
export const USERNAME = { min: 3, max: 40 } as const;
/** Longest e-mail address of an account. */
export const EMAIL_MAX_LENGTH = 254;
/** Longest text that is looked up as an e-mail address. */
export const EMAIL_LOOKUP_MAX = 320;
/** Longest company name in a URL. */
export const TENANT_NAME_MAX = 63;
/** Longest IP address that a client says it has. */
export const OWN_ADDRESS_MAX = 64;
