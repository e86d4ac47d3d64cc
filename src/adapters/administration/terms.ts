import * as calls from '../../../contract/rest/terms-of-use.ts';
import type { TermsVersion as WireVersion } from '../../../contract/rest/terms-of-use.ts';
import type { TermsVersion } from '../../machines/entities/support.ts';
import type { ListName } from '../../machines/log/events-administration.ts';
import { restRequest } from '../backoffice/request.ts';
import type { CallParts } from '../calls/parts.ts';
import { withSecrets } from './secrets.ts';
import { mapped, parseValues } from './sources.ts';
import type { FormSources, ListSources } from './sources.ts';

const LISTS: readonly ListName[] = ['terms', 'terms.acceptances', 'terms.versions'];

/** The current terms of use, their acceptances in the company, and all versions. */
export function termsLists(parts: CallParts): Pick<ListSources, 'terms' | 'terms.acceptances' | 'terms.versions'> {
  const { gateway } = parts;
  return {
    terms: async () => {
      const result = await gateway.request(restRequest(parts, 'list.fetch', calls.termsOfUse, {}));
      return mapped(result, ({ current, accepted_at: acceptedAt, owed }) => ({
        list: 'terms',
        rows: [
          {
            current: current === null ? null : versionOf(current),
            acceptedAt: acceptedAt === null ? null : Date.parse(acceptedAt),
            owed,
          },
        ],
        total: 1,
      }));
    },
    'terms.acceptances': async ({ page, limit, search }) => {
      const body = { pagination_page: page, pagination_limit: limit, search };
      const result = await gateway.request(restRequest(parts, 'list.fetch', calls.termsAcceptances, { body }));
      return mapped(result, ({ items, total_items: total, accepted_items: accepted }) => ({
        list: 'terms.acceptances',
        rows: items.map(({ accepted_at: at, ...user }) => ({
          ...user,
          acceptedAt: at === null ? null : Date.parse(at),
        })),
        total,
        facts: { accepted },
      }));
    },
    'terms.versions': async ({ page, limit }) => {
      const result = await gateway.request(restRequest(parts, 'list.fetch', calls.termsVersions, {}));
      return mapped(result, (versions) => ({
        list: 'terms.versions',
        rows: versions
          .slice((page - 1) * limit, page * limit)
          .map((version) => ({ ...versionOf(version), acceptances: version.acceptances })),
        total: versions.length,
      }));
    },
  };
}

/** Accepting a version (the key is its id), and publishing one, whose PDF is a vault reference. */
export function termsForms(parts: CallParts): Pick<FormSources, 'terms.accept' | 'terms.publish'> {
  const { gateway } = parts;
  return {
    'terms.accept': {
      save: async (id) => {
        const result = await gateway.request(restRequest(parts, 'form.save', calls.acceptTerms, { body: { id } }));
        return mapped(result, () => ({ id, version: null, lists: LISTS }));
      },
    },
    'terms.publish': {
      save: (_key, values) =>
        withSecrets(parts, values, ['pdf'], async (all) => {
          const input = parseValues(calls.publishTerms.body, all);
          if (!input.ok) return input;
          const request = { body: input.answer };
          const result = await gateway.request(restRequest(parts, 'form.save', calls.publishTerms, request));
          return mapped(result, ({ id }) => ({ id, version: null, lists: LISTS }));
        }),
    },
  };
}

function versionOf({ id, title, published_at: at, published_by: by }: WireVersion): TermsVersion {
  return { id, title, publishedAt: Date.parse(at), publishedBy: by };
}
