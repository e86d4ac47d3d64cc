import { importMappingSchema, importStartSchema } from '../../../contract/entities/customer-import.ts';
import * as calls from '../../../contract/graphql/customer-imports.ts';
import { uploadImport } from '../../../contract/rest/customer-imports.ts';
import type { ListName } from '../../machines/log/events-administration.ts';
import { ABANDONED } from '../calls/failure.ts';
import type { CallParts } from '../calls/parts.ts';
import type { KeptFiles } from '../storage/outgoing-files.ts';
import { graphqlCall } from '../tenant/request.ts';
import { mapped, parseValues } from './sources.ts';
import type { FormSources, ListSources, Result, Saved } from './sources.ts';

const LISTS: readonly ListName[] = ['imports', 'import'];

/** Customers from files. */
export function importLists(parts: CallParts): Pick<ListSources, 'imports' | 'import'> {
  const { gateway } = parts;
  return {
    imports: async ({ page, limit }) => {
      const variables = { pagination_page: page, pagination_limit: limit };
      const result = await gateway.request(graphqlCall(parts, 'list.fetch', calls.customerImports, { variables }));
      return mapped(result, ({ customerImports: { items, total_items } }) => ({
        list: 'imports',
        rows: items,
        total: total_items,
      }));
    },
    import: async ({ filters: { import: id = '' } }) => {
      const request = { variables: { id } };
      const result = await gateway.request(graphqlCall(parts, 'list.fetch', calls.customerImport, request));
      return mapped(result, ({ customerImport }) => ({ list: 'import', rows: [customerImport], total: 1 }));
    },
  };
}

type Forms =
  | 'import.upload'
  | 'import.map'
  | 'import.start'
  | 'import.pause'
  | 'import.resume'
  | 'import.cancel'
  | 'import.undo';

/** Uploads a file, maps its columns, and runs the import. The key is its id; of an upload, the client id. */
export function importForms(parts: CallParts, files: KeptFiles): Pick<FormSources, Forms> {
  const { gateway } = parts;
  const run = <Data>(call: Parameters<typeof graphqlCall<{ id: string }, Data>>[2]) => ({
    save: async (id: string): Promise<Result<Saved>> =>
      mapped(await gateway.request(graphqlCall(parts, 'form.save', call, { variables: { id } })), () => saved(id)),
  });
  return {
    'import.upload': {
      save: async (clientId, { file_name }, _version, { signal }) => {
        const name = typeof file_name === 'string' ? file_name : '';
        const [file, { GONE, uploadTo }] = await Promise.all([files.read(clientId), import('../tenant/uploads.ts')]);
        if (file === null) return { ok: false, failure: GONE };
        const upload = { command: 'form.save', clientId, name, file } as const;
        const result = await uploadTo(parts, uploadImport, upload, signal);
        if (!result.ok) return result;
        if (result.answer === null) return { ok: false, failure: ABANDONED };
        await files.drop(clientId);
        return { ok: true, answer: saved(result.answer.id) };
      },
    },
    'import.map': {
      save: async (id, values) => {
        const input = parseValues(importMappingSchema, values);
        if (!input.ok) return input;
        const request = { variables: { ...input.answer, id } };
        const result = await gateway.request(graphqlCall(parts, 'form.save', calls.mapCustomerImport, request));
        return mapped(result, () => saved(id));
      },
    },
    'import.start': {
      save: async (id, values) => {
        const input = parseValues(importStartSchema, values);
        if (!input.ok) return input;
        const request = { variables: { ...input.answer, id } };
        const result = await gateway.request(graphqlCall(parts, 'form.save', calls.startCustomerImport, request));
        return mapped(result, () => saved(id));
      },
    },
    'import.pause': run(calls.pauseCustomerImport),
    'import.resume': run(calls.resumeCustomerImport),
    'import.cancel': run(calls.cancelCustomerImport),
    'import.undo': run(calls.undoCustomerImport),
  };
}

function saved(id: string): Saved {
  return { id, version: null, lists: LISTS };
}
