/** The ways a customer can reach a company. */
export const CHANNELS = ['whatsapp', 'sms'] as const;
export type ChannelName = (typeof CHANNELS)[number];

/** Who carries an instance's messages: Meta those of WhatsApp, the others SMS. */
export const PROVIDERS = ['meta', 'twilio', 'zenvia'] as const;
export type Provider = (typeof PROVIDERS)[number];
export type SmsProvider = Exclude<Provider, 'meta'>;

/** The longest text that every SMS provider takes, in characters. */
export const SMS_MAX_LENGTH = 1_520;
