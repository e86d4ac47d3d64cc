import { sql } from 'kysely';
import type { CustomerDetails } from '../../../contract/entities/customer-details.ts';
import { typedAddress } from '../../../contract/facts/phone-number.ts';
import type { Change } from '../../db/change.ts';
import type { DomainError } from '../errors.ts';
import { invalid } from '../errors.ts';
import { tellIfBlocked } from './block-addresses.ts';
import { findCustomerAt } from './customer-numbers.ts';
import { setAddress } from './set-address.ts';

/**
 * Corrects a customer's number; campaigns that haven't reached them yet follow. Refuses by field a malformed one, one
 * that is another customer's, and any once somebody has written from the old one: it isn't wrong then, and a change of
 * theirs is followed by itself. A blocked customer stays blocked; whoever gets a blocked number is.
 */
export async function correctNumber(
  change: Change,
  { customer, may_correct_number: mayCorrect }: CustomerDetails,
  typed: string,
): Promise<void> {
  const { tx, tenantId, append } = change;
  const { id, phone_number: from } = customer;
  if (typed === from) return;
  const to = typedAddress(typed);
  if (to === undefined) throw refused('error.number.malformed');
  if (to === from) return;
  if (mayCorrect !== true) throw refused('error.customer.numberInUse');
  const holder = await findCustomerAt(tx, tenantId, to);
  if (holder !== null && holder !== id) throw refused('error.customer.numberTaken');
  await setAddress(tx, tenantId, id, to);
  await sql`
    update campaign_recipient r set address = ${to}
    where r.tenant_id = ${tenantId} and r.customer_id = ${id} and r.state = 'pending' and not exists (
      select from campaign_recipient o
      where o.tenant_id = r.tenant_id and o.campaign_id = r.campaign_id and o.address = ${to})`.execute(tx);
  if (customer.is_blacklisted) append('ListUpdated', { list: 'blocked_contacts' }, { to: 'all' });
  else await tellIfBlocked(change, id);
}

const refused = (key: string): DomainError => invalid('error.form.invalid', { phone_number: key });
