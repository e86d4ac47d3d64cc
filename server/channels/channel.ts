import type { ChannelName } from '../../contract/facts/channels.ts';
import type { NOT_PAIRED } from '../../contract/facts/providers.ts';
import type { TagType } from '../../contract/facts/tag-type.ts';
import type { HeaderFile } from '../../contract/facts/templates.ts';
import type { ExampleFile, ExampleResult, NewTemplate, TemplateResult } from './new-template.ts';

/** A file stored by the provider for a while; fetched with `Channel.fetchMedia`. */
export interface MediaReference {
  readonly id: string;
  readonly mimeType: string;
  readonly filename: string | undefined;
  /** As sent by the provider: base64 or hex. */
  readonly sha256: string | undefined;
}

/** A location, in degrees. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
  readonly name: string | undefined;
  readonly address: string | undefined;
}

/** A contact card. */
export interface SharedContact {
  readonly name: string;
  readonly organization: string | undefined;
  readonly phones: readonly { readonly phone: string; readonly waId: string | undefined }[];
  readonly emails: readonly string[];
}

/** A place, or contact cards. */
export type SharedContent =
  | { readonly kind: 'location'; readonly location: Place }
  | { readonly kind: 'contacts'; readonly contacts: readonly SharedContact[] };

/** Text with reply buttons or, with a `button` that opens it, a list to choose from. */
export interface Choices {
  readonly kind: 'choices';
  readonly text: string;
  readonly button: string | null;
  /** `id`: as the provider gives it back when it is tapped; by default its place. */
  readonly options: readonly { readonly title: string; readonly description: string | null; readonly id?: string }[];
}

/** What is sent instead of text: a place, contact cards, choices. */
export type Shareable = SharedContent | Choices;

/** Common fields of a customer's message. */
export interface InboundHead {
  /** The provider's id of our number, which identifies the instance. */
  readonly phoneNumberId: string;
  /** The sender: a number in digits without `+`, or a user id (`BR.1502…`) if WhatsApp hides the number. */
  readonly from: string;
  /** The sender's user id besides the number, if the provider sends it. */
  readonly fromUserId: string | undefined;
  readonly profileName: string | undefined;
  /** Unique at the provider: used to detect duplicates. */
  readonly providerMessageId: string;
  /** When the customer sent it, by the provider's clock (whole seconds). */
  readonly timestamp: Date;
  /** The quoted message, if any; it may be unknown to us. */
  readonly replyToProviderId: string | undefined;
  readonly forwarded: boolean;
  /** The readable text: body, caption, title of a choice, name of a place, emoji. Empty if there is none. */
  readonly text: string;
  readonly tagType: TagType;
  /** The advertisement that led the customer here. */
  readonly referral: { readonly sourceUrl: string | undefined; readonly headline: string | undefined } | undefined;
}

/** The kinds of messages and their own fields. */
export type InboundContent =
  | { readonly kind: 'text' }
  | { readonly kind: 'image' | 'document' | 'video' | 'sticker'; readonly media: MediaReference }
  | { readonly kind: 'audio'; readonly media: MediaReference; readonly voice: boolean }
  | SharedContent
  | {
      readonly kind: 'interactive';
      /** `type` is the provider's: `button_reply`, `list_reply`, `nfm_reply`, … */
      readonly reply: { readonly type: string; readonly id: string | undefined; readonly title: string };
    }
  | { readonly kind: 'button'; readonly payload: string }
  /** `emoji` is undefined if the customer removed the reaction. */
  | { readonly kind: 'reaction'; readonly emoji: string | undefined; readonly targetProviderId: string }
  | {
      readonly kind: 'order';
      /** `price` is per item, in units of `currency`. */
      readonly items: readonly {
        readonly productId: string;
        readonly quantity: number;
        readonly price: number;
        readonly currency: string | undefined;
      }[];
    }
  /** The customer edited or deleted an earlier message; the text is the new one. */
  | { readonly kind: 'edit' | 'revoke'; readonly targetProviderId: string }
  /** The customer changed number or identity; `newAddress` is the new number or user id. */
  | { readonly kind: 'system'; readonly change: string; readonly newAddress: string | undefined }
  /** An unknown kind; `providerType` is the provider's name for it. */
  | { readonly kind: 'unsupported'; readonly providerType: string };

/** A parsed customer's message, without NUL and lone surrogates, so that any database accepts it. */
export type InboundMessage = InboundHead & InboundContent;

/** Delivery status of a sent message. */
export type DeliveryStatus = 'sent' | 'delivered' | 'read' | 'played' | 'failed';

/** A provider's error with its text, and our key to show it in the user's language. */
export interface ProviderError {
  readonly code: number;
  readonly key: string;
  readonly title: string;
  readonly details: string | undefined;
}

/** A provider's status of a sent message; may arrive before the send's answer, in any order, and repeatedly. */
export interface StatusUpdate {
  readonly phoneNumberId: string;
  readonly providerMessageId: string;
  readonly status: DeliveryStatus;
  readonly timestamp: Date;
  readonly recipient: string | undefined;
  /** The `callbackData` of the send: identifies a message whose answer was lost. */
  readonly callbackData: string | undefined;
  /** Its price category, if the provider says so. */
  readonly priceCategory?: string | undefined;
  readonly isBillable?: boolean | undefined;
  readonly errors: readonly ProviderError[];
}

/** A signed webhook said that a number of ours belongs to an account. */
export interface AccountNews {
  readonly phoneNumberId: string;
  readonly accountId: string;
}

/** The provider's news of a message template. */
export interface TemplateNews {
  readonly accountId: string;
  readonly providerId: string;
  /** The new status; undefined if only something else changed. */
  readonly status: string | undefined;
  readonly reason: string | undefined;
  /** What the provider says about the reason, in its words. */
  readonly reasonText?: string | undefined;
  /** For how long it is paused. */
  readonly pausedMs?: number | undefined;
  readonly quality?: string | undefined;
  readonly category?: string | undefined;
}

/** How many conversations an account may start within 24 hours; null: unlimited. */
export interface LimitNews {
  readonly accountId: string;
  readonly dailyLimit: number | null;
}

/** The provider changed a number's throughput, in messages per second; `displayNumber`: as digits. */
export interface PaceNews {
  readonly accountId: string;
  readonly displayNumber: string;
  readonly perSecond: number;
}

/** A customer's choice at the provider whether to get marketing. */
export interface PreferenceNews {
  readonly phoneNumberId: string;
  readonly from: string;
  readonly timestamp: Date;
  readonly wantsMarketing: boolean;
}

/** A gateway's news about pairing an instance with its phone. */
export type PairingNews = { readonly phoneNumberId: string } &
  /** `code`: the text of the QR code that the phone scans. */
  (
    | { readonly kind: 'code'; readonly code: string }
    /** `number`: the phone's, in digits. */
    | { readonly kind: 'paired'; readonly number: string | undefined }
    | { readonly kind: 'lost' }
  );

/** Unprocessable input, stored for a person to look at. */
export interface RejectedInput {
  readonly reason: string;
  /** The JSON of the part concerned, or the whole body. Without NUL. */
  readonly raw: string;
}

/** The parsed contents of one webhook call. */
export interface ParsedWebhook {
  readonly messages: readonly InboundMessage[];
  /** Messages sent on the company's phone; `from` is their recipient. */
  readonly echoes?: readonly InboundMessage[];
  readonly statuses: readonly StatusUpdate[];
  readonly accounts: readonly AccountNews[];
  readonly templates: readonly TemplateNews[];
  readonly preferences: readonly PreferenceNews[];
  readonly limits: readonly LimitNews[];
  readonly paces?: readonly PaceNews[];
  readonly pairings?: readonly PairingNews[];
  readonly rejected: readonly RejectedInput[];
  /** Subscribed fields that we ignore (`account_update`, …). */
  readonly ignored: readonly string[];
}

/** A file to send: stored at the provider, at a URL that the provider can reach, or on the disk if it goes with the send. */
export type MediaSource = { readonly mediaId: string } | { readonly link: string } | { readonly file: MediaUpload };

export type OutboundContent =
  | { readonly kind: 'text'; readonly text: string; readonly previewUrl?: boolean }
  | {
      readonly kind: 'image' | 'document' | 'audio' | 'video' | 'sticker';
      readonly source: MediaSource;
      readonly caption?: string;
      readonly filename?: string;
      /** An audio that phones play as a voice message. */
      readonly voice?: boolean;
    }
  | Shareable
  /** An empty `emoji` takes the reaction back. `isOurs`: the target is a message of ours. */
  | {
      readonly kind: 'reaction';
      readonly emoji: string;
      readonly targetProviderId: string;
      readonly isOurs?: boolean;
    }
  | {
      readonly kind: 'template';
      readonly name: string;
      /** As registered at the provider: `pt_BR`. */
      readonly language: string;
      /** The file of its header. */
      readonly headerFile?: { readonly kind: HeaderFile; readonly mediaId: string; readonly name: string | null };
      /** Texts for the variables, in order; with their names if the template names them. */
      readonly header: readonly TemplateParameter[];
      readonly body: readonly TemplateParameter[];
      readonly buttons: readonly TemplateButtonValue[];
      /** Of a carousel, all of them in order. */
      readonly cards?: readonly CardSent[];
    };

/** A template button's value: the end of its URL, a code, or the payload of a card's reply button. */
export type TemplateButtonValue = {
  readonly index: number;
  readonly kind: 'url' | 'copy_code' | 'quick_reply';
  readonly text: string;
};

/** A card of a carousel as it is sent. */
export type CardSent = {
  readonly headerFile: { readonly kind: HeaderFile; readonly mediaId: string; readonly name: string | null };
  readonly body: readonly TemplateParameter[];
  readonly buttons: readonly TemplateButtonValue[];
};

/** The text of a template's variable. */
export type TemplateParameter = { readonly name?: string | undefined; readonly text: string };

/** A message template as the provider lists it. */
export type ListedTemplate = {
  readonly providerId: string;
  readonly name: string;
  readonly language: string;
  readonly category: string;
  readonly status: string;
  readonly reason: string | null;
  readonly quality: string | null;
  readonly parameterFormat: 'POSITIONAL' | 'NAMED';
  /** As the provider writes them. */
  readonly components: readonly unknown[];
};

/** The outcome of listing an account's templates: all of them, or none. */
export type TemplateListing =
  | {
      readonly outcome: 'listed';
      readonly templates: readonly ListedTemplate[];
      /** Entries that exist at the provider but couldn't be parsed. */
      readonly unreadable: readonly string[];
    }
  | { readonly outcome: 'refused' | 'retryable'; readonly code: number; readonly key: string };

/** The outcome of asking for a number's account. */
export type AccountCheck =
  /** `accountId` undefined: the token doesn't say. */
  | { readonly outcome: 'found'; readonly accountId: string | undefined }
  | { readonly outcome: 'refused' | 'retryable'; readonly code: number; readonly key: string };

/** One of our numbers, and its token; undefined if it has none. */
export type OurNumber = { readonly phoneNumberId: string; readonly accessToken: string | undefined };

/** A file on the disk, to be uploaded. */
export type MediaUpload = { readonly path: string; readonly mimeType: string; readonly name: string };

/** A message to send. */
export type OutboundMessage = OurNumber & {
  /** A number in any format, or a user id. */
  readonly to: string;
  readonly replyToProviderId: string | undefined;
  /** Our id of the message, up to 512 characters, which every status returns. */
  readonly callbackData: string;
} & OutboundContent;

/** The outcome of a send. Only `retryable` may be sent again without the risk of sending twice. */
export type SendResult =
  /** The provider accepted it. `recipient` is the number in the provider's format. */
  | { readonly outcome: 'accepted'; readonly providerMessageId: string; readonly recipient: string | undefined }
  /** Final: not sent; `key` is the text that says why. */
  | {
      readonly outcome: 'refused';
      readonly code: number;
      readonly key: string;
      readonly details: string | undefined;
      readonly retryable: false;
    }
  /** Not sent; may be retried. */
  | {
      readonly outcome: 'retryable';
      readonly code: number;
      readonly key: string;
      readonly details: string | undefined;
      readonly retryAfterMs: number | undefined;
    }
  /** It may have been sent: wait for a status with its `callbackData`, never retry blindly. */
  | { readonly outcome: 'unknown'; readonly reason: 'timeout' | 'connection' | 'aborted' | 'answer' };

/** The outcome of uploading a file; unless it was refused it may be uploaded again, since that sends nothing. */
export type UploadResult =
  | { readonly outcome: 'uploaded'; readonly mediaId: string }
  | Extract<SendResult, { outcome: 'refused' | 'retryable' }>;

/** A file's bytes broke off before its end. */
export class MediaLost extends Error {}

/** The outcome of fetching a file. */
export type MediaResult =
  | {
      readonly outcome: 'found';
      readonly mimeType: string;
      /** The bytes as they arrive: read them all, or cancel with `return`. Throws `MediaLost` if they break off. */
      readonly bytes: AsyncIterable<Uint8Array>;
      /** Its maximum size: the provider's limit, or the size it announced. */
      readonly maxBytes: number;
    }
  /** It no longer exists, is too large, or is not what was announced. */
  | { readonly outcome: 'refused'; readonly code: number; readonly key: string }
  | { readonly outcome: 'retryable'; readonly code: number; readonly key: string };

/** The outcome of marking a message as read; it may be marked again. */
export type ReadResult =
  | { readonly outcome: 'done' }
  | { readonly outcome: 'refused' | 'retryable'; readonly code: number; readonly key: string };

/** The outcome of querying one of our numbers. `key` says why that failed. */
export type NumberCheck =
  | {
      readonly outcome: 'found';
      readonly displayNumber: string | null;
      readonly verifiedName: string | null;
      /** Its throughput in messages per second, if the provider says so. */
      readonly perSecond?: number | undefined;
      /** How many conversations its account may start within 24 hours, if the provider says so; null: unlimited. */
      readonly dailyLimit?: number | null | undefined;
    }
  | { readonly outcome: 'refused'; readonly code: number; readonly key: string }
  /** Unknown: the provider is unreachable or failing. */
  | { readonly outcome: 'retryable'; readonly code: number; readonly key: string };

/** The instance exists at the gateway, but its phone isn't paired; `code` undefined: a webhook will bring it. */
export type NotPaired = {
  readonly outcome: 'notPaired';
  readonly key: typeof NOT_PAIRED;
  readonly code: string | undefined;
};

/** A way to message customers. Never throws for remote failures: outcomes report them. */
export interface Channel {
  readonly name: ChannelName;
  /** Sends a message. `signal` stops waiting, but doesn't unsend. */
  send(message: OutboundMessage, signal?: AbortSignal): Promise<SendResult>;
  /** Queries the provider for a number, whichever company claims it; `token` undefined if there is none. */
  checkNumber(phoneNumberId: string, token: string | undefined, signal?: AbortSignal): Promise<NumberCheck>;
}

/** A channel with files, read ticks and templates, whose webhooks all come to one address: WhatsApp's. */
export interface FullChannel extends Channel {
  /** Marks a message of customer `from`, and all before it, as read: the customer gets read ticks. */
  markRead(
    number: OurNumber,
    providerMessageId: string,
    signal: AbortSignal | undefined,
    from: string,
  ): Promise<ReadResult>;
  /** Whether the file goes with the send, instead of being uploaded before. */
  sendsFiles(phoneNumberId: string): boolean;
  /** Uploads a file, whose id `send` then takes. Throws if it can't be read. */
  uploadMedia(number: OurNumber, file: MediaUpload, signal?: AbortSignal): Promise<UploadResult>;
  /** Fetches a message's file, as a stream. */
  fetchMedia(phoneNumberId: string, media: MediaReference, signal?: AbortSignal): Promise<MediaResult>;
  /** The account that a number belongs to, as far as its token may see it. */
  findAccount(number: OurNumber, signal?: AbortSignal): Promise<AccountCheck>;
  /** All templates of an account, with a token that may see them. */
  listTemplates(accountId: string, token: string | undefined, signal?: AbortSignal): Promise<TemplateListing>;
  /** Submits a template of an account to the provider's review. */
  submitTemplate(
    accountId: string,
    token: string | undefined,
    template: NewTemplate,
    signal?: AbortSignal,
  ): Promise<TemplateResult>;
  /** Deletes a template in its language. */
  deleteTemplate(
    accountId: string,
    token: string | undefined,
    template: { readonly providerId: string; readonly name: string },
    signal?: AbortSignal,
  ): Promise<Exclude<TemplateResult, { outcome: 'accepted' }> | { readonly outcome: 'done' }>;
  /** Uploads an example of a template's header; submitting the template then refers to it. */
  uploadExample(token: string | undefined, file: ExampleFile, signal?: AbortSignal): Promise<ExampleResult>;
  /** Whether the provider signed the raw body. */
  isSigned(rawBody: Uint8Array, signature: string | undefined): boolean;
  /** Parses a webhook's raw body; unreadable parts go to `rejected`, without affecting the rest. */
  parseWebhook(rawBody: Uint8Array): ParsedWebhook;
}
/** Key of the refusal to use a number that isn't registered at the provider. */
export const NOT_REGISTERED = 'channel.error.notRegistered';
