import type { SmsProvider } from '../../contract/facts/channels.ts';
import type {
  Channel,
  FullChannel,
  MediaUpload,
  NumberCheck,
  OurNumber,
  OutboundMessage,
  SendResult,
  UploadResult,
} from './channel.ts';
import { parseSmsAddress } from './sms/address.ts';
import type { SmsChannel } from './sms/sms-channel.ts';

/** All channels as one: the address of a number of ours says whose it is. */
export class Channels implements Pick<FullChannel, 'send' | 'checkNumber' | 'uploadMedia'> {
  readonly whatsapp: FullChannel;
  readonly sms: Readonly<Record<SmsProvider, SmsChannel>>;

  constructor(whatsapp: FullChannel, sms: Readonly<Record<SmsProvider, SmsChannel>>) {
    this.whatsapp = whatsapp;
    this.sms = sms;
  }

  send(message: OutboundMessage, signal?: AbortSignal): Promise<SendResult> {
    return this.#of(message.phoneNumberId).send(message, signal);
  }

  checkNumber(address: string, token: string | undefined, signal?: AbortSignal): Promise<NumberCheck> {
    return this.#of(address).checkNumber(address, token, signal);
  }

  /** Only WhatsApp has files. */
  uploadMedia(number: OurNumber, file: MediaUpload, signal?: AbortSignal): Promise<UploadResult> {
    return this.whatsapp.uploadMedia(number, file, signal);
  }

  /** The same as `checkNumber`, and from then on the provider reports to us. Meta's does so by itself. */
  connect(number: OurNumber, signal?: AbortSignal): Promise<NumberCheck> {
    const { phoneNumberId, accessToken } = number;
    const sms = parseSmsAddress(phoneNumberId);
    if (sms === undefined) return this.whatsapp.checkNumber(phoneNumberId, accessToken, signal);
    return this.sms[sms.provider].listen(number, signal);
  }

  #of(address: string): Channel {
    const sms = parseSmsAddress(address);
    return sms === undefined ? this.whatsapp : this.sms[sms.provider];
  }
}
