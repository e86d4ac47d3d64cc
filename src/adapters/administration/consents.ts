import { consentFormSchema, customerConsents, declareConsent } from '../../../contract/graphql/customer-consents.ts';
import type { CallParts } from '../calls/parts.ts';
import { graphqlCall } from '../tenant/request.ts';
import { mapped, parseValues } from './sources.ts';
import type { FormSources, ListSources } from './sources.ts';

/** A customer's consents; few, so unpaged. */
export function consentLists(parts: CallParts): Pick<ListSources, 'chat.consents'> {
  return {
    'chat.consents': async ({ filters }) => {
      const variables = { customer_id: filters['customer'] ?? '' };
      const result = await parts.gateway.request(graphqlCall(parts, 'list.fetch', customerConsents, { variables }));
      return mapped(result, ({ customerConsents: consents }) => ({
        list: 'chat.consents',
        rows: consents.map(({ id, channel, kind, said_at, origin, evidence, user_name }) => ({
          id,
          channel,
          isGranted: kind === 'granted',
          saidAt: Date.parse(said_at),
          origin,
          evidence,
          declaredBy: user_name,
        })),
        total: consents.length,
        facts: { customer: Number(filters['customer']) },
      }));
    },
  };
}

/** Records a consent of the key's customer. */
export function consentForms(parts: CallParts): Pick<FormSources, 'consent'> {
  return {
    consent: {
      save: async (id, values) => {
        const input = parseValues(consentFormSchema, values);
        if (!input.ok) return input;
        const request = { variables: { ...input.answer, customer_id: id } };
        const result = await parts.gateway.request(graphqlCall(parts, 'form.save', declareConsent, request));
        return mapped(result, () => ({ id, version: null, lists: ['chat.consents', 'customers'] }));
      },
    },
  };
}
