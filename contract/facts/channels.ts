/** The ways a customer can reach a company. */
export const CHANNELS = ['whatsapp', 'sms'] as const;
export type ChannelName = (typeof CHANNELS)[number];

/** The longest text that every SMS provider takes, in characters. */
export const SMS_MAX_LENGTH = 1_520;
