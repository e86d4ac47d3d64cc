import { choicesFormSchema, contactFormSchema, placeFormSchema } from '../../../contract/entities/shared-content.ts';
import type { ContactForm } from '../../../contract/entities/shared-content.ts';
import { cardsText, placeText } from '../../../contract/facts/shared-text.ts';
import type { CustomerChat } from '../../../contract/entities/customer-chat.ts';
import type { ShareContentVariables } from '../../../contract/graphql/share-content.ts';
import type { SharedContact } from '../../channels/channel.ts';
import { canonicalAddress, phoneDigits } from '../../channels/phone-number.ts';
import type { Actor } from '../context.ts';
import { invalid } from '../errors.ts';
import { parseInput } from '../input.ts';
import { requirePermission } from '../permissions.ts';
import { acceptOutgoing, parseReplyId, parseTarget } from './accept-outgoing.ts';
import type { Outgoing, SendServices } from './accept-outgoing.ts';

/**
 * Accepts a place, a contact card or a text with choices for a customer, as `acceptOutgoing` does. Refuses by field
 * what the contract's schemas refuse, and a number that isn't complete; and several at once, or none.
 */
export async function shareContent(
  services: SendServices,
  actor: Actor,
  variables: ShareContentVariables,
): Promise<CustomerChat> {
  requirePermission(actor, 'chat');
  const target = { ...parseTarget(actor, variables), replyToId: parseReplyId(variables.reply_message_id) };
  const shared = parseShared(variables);
  return acceptOutgoing(services, actor, { ...target, ...shared, imageUrl: null, isFile: false });
}

function parseShared({ location, contact, choices }: ShareContentVariables): Pick<Outgoing, 'text' | 'shared'> {
  const given = [location, contact, choices].filter((each) => each !== undefined && each !== null);
  if (given.length !== 1) throw invalid('error.invalid', { location: 'error.field.required' });
  if (choices !== undefined && choices !== null) {
    const shared = parseInput(choicesFormSchema, choices);
    return { text: shared.text, shared: { kind: 'choices', ...shared } };
  }
  if (location !== undefined && location !== null) {
    const { latitude, longitude, name, address } = parseInput(placeFormSchema, location);
    const place = { latitude, longitude, name: name ?? undefined, address: address ?? undefined };
    return { text: placeText(place), shared: { kind: 'location', location: place } };
  }
  const card = parseInput(contactFormSchema, contact);
  return { text: cardsText([card]), shared: { kind: 'contacts', contacts: [cardOf(card)] } };
}

function cardOf({ name, organization, phones, emails }: ContactForm): SharedContact {
  return {
    name,
    organization: organization ?? undefined,
    phones: phones.map((phone) => {
      const digits = phoneDigits(phone);
      if (digits === undefined) throw invalid('error.form.invalid', { phones: 'error.number.malformed' });
      return { phone, waId: canonicalAddress(digits) };
    }),
    emails,
  };
}
