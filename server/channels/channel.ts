import type { TagType } from '../../contract/tag-type.ts';

/** The ways a customer can reach a tenant. */
export type ChannelName = 'whatsapp' | 'sms';

/** A file that the provider keeps for a while; fetch it with `Channel.fetchMedia`. */
export interface MediaReference {
  readonly id: string;
  readonly mimeType: string;
  readonly filename: string | undefined;
  /** As the provider writes it: base64 or hex. */
  readonly sha256: string | undefined;
}

/** A point on the map, in degrees. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
  readonly name: string | undefined;
  readonly address: string | undefined;
}

/** A card out of the customer's address book. */
export interface SharedContact {
  readonly name: string;
  readonly organization: string | undefined;
  readonly phones: readonly { readonly phone: string; readonly waId: string | undefined }[];
  readonly emails: readonly string[];
}

/** What every message of a customer has, whatever its kind. */
export interface InboundHead {
  /** The provider's id of our number: names the instance. */
  readonly phoneNumberId: string;
  /** Who wrote: a number in digits without `+`, or a user id (`BR.1502…`) where WhatsApp hides the number. */
  readonly from: string;
  /** The user id beside the number, where the provider sends it. */
  readonly fromUserId: string | undefined;
  readonly profileName: string | undefined;
  /** Unique at the provider: the key against duplicates. */
  readonly providerMessageId: string;
  /** When the customer sent it, by the provider's clock (whole seconds). */
  readonly timestamp: Date;
  /** The message quoted, if any; it may be one that we do not have. */
  readonly replyToProviderId: string | undefined;
  readonly forwarded: boolean;
  /** What can be read: body, caption, title of the choice, place's name, emoji. Empty where there is none. */
  readonly text: string;
  readonly tagType: TagType;
  /** The advertisement that the customer came from. */
  readonly referral: { readonly sourceUrl: string | undefined; readonly headline: string | undefined } | undefined;
}

/** What sets one kind of message apart from another. */
export type InboundContent =
  | { readonly kind: 'text' }
  | { readonly kind: 'image' | 'document' | 'video' | 'sticker'; readonly media: MediaReference }
  | { readonly kind: 'audio'; readonly media: MediaReference; readonly voice: boolean }
  | { readonly kind: 'location'; readonly location: Place }
  | { readonly kind: 'contacts'; readonly contacts: readonly SharedContact[] }
  | {
      readonly kind: 'interactive';
      /** `type` is the provider's: `button_reply`, `list_reply`, `nfm_reply`, … */
      readonly reply: { readonly type: string; readonly id: string | undefined; readonly title: string };
    }
  | { readonly kind: 'button'; readonly payload: string }
  /** `emoji` is undefined when the customer took the reaction back. */
  | { readonly kind: 'reaction'; readonly emoji: string | undefined; readonly targetProviderId: string }
  | {
      readonly kind: 'order';
      /** `price` is of one, in units of `currency`. */
      readonly items: readonly {
        readonly productId: string;
        readonly quantity: number;
        readonly price: number;
        readonly currency: string | undefined;
      }[];
    }
  /** The customer changed or deleted what they wrote before; of an edit the text is the new one. */
  | { readonly kind: 'edit' | 'revoke'; readonly targetProviderId: string }
  /** The customer changed number or identity; `newAddress` is the new number or user id. */
  | { readonly kind: 'system'; readonly change: string; readonly newAddress: string | undefined }
  /** A kind we do not know yet; `providerType` is the provider's name of it. */
  | { readonly kind: 'unsupported'; readonly providerType: string };

/** A customer's message, parsed and clean: no NUL, no broken surrogates, so that any database takes it. */
export type InboundMessage = InboundHead & InboundContent;

/** The kinds of message that a customer can send. */
export type InboundKind = InboundContent['kind'];

/** What became of a message of ours. */
export type DeliveryStatus = 'sent' | 'delivered' | 'read' | 'played' | 'failed';

/** A provider's error in its own words, with our key to show it in the user's language. */
export interface ProviderError {
  readonly code: number;
  readonly key: string;
  readonly title: string;
  readonly details: string | undefined;
}

/** A provider's word on a message of ours; may come before the answer to its send, in any order, and twice. */
export interface StatusUpdate {
  readonly phoneNumberId: string;
  readonly providerMessageId: string;
  readonly status: DeliveryStatus;
  readonly timestamp: Date;
  readonly recipient: string | undefined;
  /** What the send carried as `callbackData`: finds the message whose answer was lost. */
  readonly callbackData: string | undefined;
  readonly errors: readonly ProviderError[];
}

/** What we could not take, kept aside for a person to look at. */
export interface RejectedInput {
  readonly reason: string;
  /** The part concerned as JSON text, or the whole body as it came. Free of NUL. */
  readonly raw: string;
}

/** All that one webhook call told. */
export interface ParsedWebhook {
  readonly messages: readonly InboundMessage[];
  readonly statuses: readonly StatusUpdate[];
  readonly rejected: readonly RejectedInput[];
  /** Names of subscribed fields that mean nothing to us (`account_update`, …). */
  readonly ignored: readonly string[];
}

/** Where a file to send lies: at the provider, or at an address that the provider can reach. */
export type MediaSource = { readonly mediaId: string } | { readonly link: string };

export type OutboundContent =
  | { readonly kind: 'text'; readonly text: string; readonly previewUrl?: boolean }
  | {
      readonly kind: 'image' | 'document' | 'audio' | 'video' | 'sticker';
      readonly source: MediaSource;
      readonly caption?: string;
      readonly filename?: string;
    }
  | {
      readonly kind: 'template';
      readonly name: string;
      /** As registered at the provider: `pt_BR`. */
      readonly language: string;
      /** Texts for the body's variables, in their order. */
      readonly bodyParameters: readonly string[];
    };

/** A message to send. */
export type OutboundMessage = {
  readonly phoneNumberId: string;
  /** A number in any writing, or a user id. */
  readonly to: string;
  readonly replyToProviderId: string | undefined;
  /** Our own id of the message, up to 512 characters; every status brings it back. */
  readonly callbackData: string;
} & OutboundContent;

/** What is known after a send. Only `retryable` may be sent again without a risk of sending it twice. */
export type SendResult =
  /** The provider has it. `recipient` is the number as the provider writes it. */
  | { readonly outcome: 'accepted'; readonly providerMessageId: string; readonly recipient: string | undefined }
  /** It will never go out as it is; `key` says why in the user's language. */
  | {
      readonly outcome: 'refused';
      readonly code: number;
      readonly key: string;
      readonly details: string | undefined;
      readonly retryable: false;
    }
  /** It did not go out, but may later. */
  | {
      readonly outcome: 'retryable';
      readonly code: number;
      readonly key: string;
      readonly details: string | undefined;
      readonly retryAfterMs: number | undefined;
    }
  /** It may have gone out: wait for a status with its `callbackData`, never send it again blindly. */
  | { readonly outcome: 'unknown'; readonly reason: 'timeout' | 'connection' | 'aborted' | 'answer' };

/** What is known after asking for a file. */
export type MediaResult =
  | { readonly outcome: 'found'; readonly mimeType: string; readonly bytes: Uint8Array }
  /** It is no longer there, is too large, or is not what was announced. */
  | { readonly outcome: 'refused'; readonly code: number; readonly key: string }
  | { readonly outcome: 'retryable'; readonly code: number; readonly key: string };

/** What is known after asking the provider for one of our numbers. `key` says why it doesn't answer for it. */
export type NumberCheck =
  | { readonly outcome: 'found'; readonly displayNumber: string | null; readonly verifiedName: string | null }
  | { readonly outcome: 'refused'; readonly code: number; readonly key: string }
  /** Nothing is known of the number: the provider was not reached, or is not well. */
  | { readonly outcome: 'retryable'; readonly code: number; readonly key: string };

/** One way to reach customers. Never throws for what the other side does: outcomes say it. */
export interface Channel {
  readonly name: ChannelName;
  /** Sends one message. `signal` gives up waiting, it does not unsend. */
  send(message: OutboundMessage, signal?: AbortSignal): Promise<SendResult>;
  /** Shows the customer that a message of theirs was read. True when the provider took it. */
  markRead(phoneNumberId: string, providerMessageId: string, signal?: AbortSignal): Promise<boolean>;
  /** Fetches a file that a message refers to. */
  fetchMedia(phoneNumberId: string, media: MediaReference, signal?: AbortSignal): Promise<MediaResult>;
  /** Asks the provider for a number with a token, whoever's the number is; undefined where there is none. */
  checkNumber(phoneNumberId: string, token: string | undefined, signal?: AbortSignal): Promise<NumberCheck>;
  /** Whether the raw body was signed by the provider. */
  isSigned(rawBody: Uint8Array, signature: string | undefined): boolean;
  /** Reads a webhook's raw body; whatever cannot be read is in `rejected`, and the rest goes on. */
  parseWebhook(rawBody: Uint8Array): ParsedWebhook;
}
