/**
 * Who carries an instance's messages: Meta those of WhatsApp, Evolution those of WhatsApp too, as a gateway that the
 * company runs itself and that isn't official; the others SMS.
 */
export const PROVIDERS = ['meta', 'evolution', 'twilio', 'zenvia'] as const;
export type Provider = (typeof PROVIDERS)[number];
export type SmsProvider = Exclude<Provider, 'meta' | 'evolution'>;

/** Why an instance at a gateway neither sends nor receives: its phone isn't paired, or is no longer. */
export const NOT_PAIRED = 'channel.error.gateway.notPaired';
