import type { CustomerDetails } from '../../../contract/entities/customer-details.ts';
import { typedAddress } from '../../../contract/facts/phone-number.ts';
import type { Change } from '../../db/change.ts';
import { isDuplicate } from '../../db/failures.ts';
import type { Services } from '../context.ts';
import type { DomainError } from '../errors.ts';
import { invalid } from '../errors.ts';
import { tellIfBlocked } from './block-addresses.ts';
import { findCustomerAt } from './customer-numbers.ts';
import { refuseAgainFor } from './kept-refusals.ts';
import { setAddress } from './set-address.ts';

/**
 * Corrects a customer's number. Campaigns under way send nothing to the wrong one any more. Refuses by field a malformed
 * number, another customer's, a blocked customer's, whose new number would be blocked too, and any once somebody has
 * written from the old one: it isn't wrong then, and a change of theirs is followed by itself.
 */
export async function correctNumber(
  change: Change,
  services: Pick<Services, 'keys'>,
  { customer, may_correct_number: mayCorrect }: CustomerDetails,
  typed: string,
): Promise<void> {
  const { tx, tenantId } = change;
  const { id, phone_number: from } = customer;
  if (typed === from) return;
  const to = typedAddress(typed);
  if (to === undefined) throw refused('error.number.malformed');
  if (to === from) return;
  if (mayCorrect !== true) throw refused('error.customer.numberInUse');
  if (customer.is_blacklisted) throw refused('error.customer.numberBlocked');
  const holder = await findCustomerAt(tx, tenantId, to);
  if (holder !== null && holder !== id) throw refused('error.customer.numberTaken');
  // An import, which doesn't wait for the company's other changes, may add somebody with it just now.
  const isChanged = await setAddress(tx, tenantId, id, to).catch((error: unknown) => {
    if (isDuplicate(error)) throw refused('error.customer.numberTaken');
    throw error;
  });
  if (!isChanged) throw refused('error.customer.numberTaken');
  await refuseAgainFor(change, services, id);
  await tellIfBlocked(change, id);
}

const refused = (key: string): DomainError => invalid('error.form.invalid', { phone_number: key });
