import type { SmsProvider } from '../../contract/facts/providers.ts';
import type {
  Channel,
  FullChannel,
  MediaReference,
  MediaResult,
  MediaUpload,
  NotPaired,
  NumberCheck,
  OurNumber,
  OutboundMessage,
  ReadResult,
  SendResult,
  UploadResult,
} from './channel.ts';
import { parseGatewayAddress } from './gateway/address.ts';
import type { EvolutionChannel } from './gateway/evolution-channel.ts';
import { parseSmsAddress } from './sms/address.ts';
import type { SmsChannel } from './sms/sms-channel.ts';

/** All channels behind one interface: our number's address determines the channel. */
export class Channels implements Pick<
  FullChannel,
  'send' | 'checkNumber' | 'uploadMedia' | 'markRead' | 'fetchMedia' | 'sendsFiles'
> {
  readonly whatsapp: FullChannel;
  readonly sms: Readonly<Record<SmsProvider, SmsChannel>>;
  readonly gateway: EvolutionChannel;

  constructor(whatsapp: FullChannel, sms: Readonly<Record<SmsProvider, SmsChannel>>, gateway: EvolutionChannel) {
    this.whatsapp = whatsapp;
    this.sms = sms;
    this.gateway = gateway;
  }

  send(message: OutboundMessage, signal?: AbortSignal): Promise<SendResult> {
    return this.#of(message.phoneNumberId).send(message, signal);
  }

  checkNumber(address: string, token: string | undefined, signal?: AbortSignal): Promise<NumberCheck> {
    return this.#of(address).checkNumber(address, token, signal);
  }

  /** Only Meta stores files before they are sent. */
  uploadMedia(number: OurNumber, file: MediaUpload, signal?: AbortSignal): Promise<UploadResult> {
    return this.whatsapp.uploadMedia(number, file, signal);
  }

  sendsFiles(address: string): boolean {
    return parseGatewayAddress(address) !== undefined;
  }

  markRead(number: OurNumber, messageId: string, signal: AbortSignal | undefined, from: string): Promise<ReadResult> {
    const isGateway = parseGatewayAddress(number.phoneNumberId) !== undefined;
    return (isGateway ? this.gateway : this.whatsapp).markRead(number, messageId, signal, from);
  }

  fetchMedia(address: string, media: MediaReference, signal?: AbortSignal): Promise<MediaResult> {
    const isGateway = parseGatewayAddress(address) !== undefined;
    return (isGateway ? this.gateway : this.whatsapp).fetchMedia(address, media, signal);
  }

  /**
   * Like `checkNumber`, and subscribes to the provider's webhooks. Meta needs no subscription; a gateway starts
   * or renews the pairing.
   */
  connect(number: OurNumber, signal?: AbortSignal): Promise<NumberCheck | NotPaired> {
    const { phoneNumberId, accessToken } = number;
    if (parseGatewayAddress(phoneNumberId) !== undefined) return this.gateway.pair(number, signal);
    const sms = parseSmsAddress(phoneNumberId);
    if (sms === undefined) return this.whatsapp.checkNumber(phoneNumberId, accessToken, signal);
    return this.sms[sms.provider].listen(number, signal);
  }

  #of(address: string): Channel {
    if (parseGatewayAddress(address) !== undefined) return this.gateway;
    const sms = parseSmsAddress(address);
    return sms === undefined ? this.whatsapp : this.sms[sms.provider];
  }
}
