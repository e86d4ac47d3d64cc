import { templateFormSchema } from '../../../contract/entities/managed-template.ts';
import type { ManagedTemplate, TemplateForm } from '../../../contract/entities/managed-template.ts';
import * as calls from '../../../contract/graphql/managed-templates.ts';
import { deleteTemplate, submitTemplate, uploadTemplateFile } from '../../../contract/rest/message-templates.ts';
import type { ValuesOf } from '../../machines/entities/forms.ts';
import type { ListName } from '../../machines/log/events-administration.ts';
import { ABANDONED, NOT_FOUND } from '../calls/failure.ts';
import type { CallParts } from '../calls/parts.ts';
import type { KeptFiles } from '../storage/outgoing-files.ts';
import { restRequest } from '../backoffice/request.ts';
import { graphqlCall } from '../tenant/request.ts';
import { mapped, parseValues } from './sources.ts';
import type { FormSources, ListSources, Saved } from './sources.ts';

const LISTS: readonly ListName[] = ['messageTemplates', 'messageTemplate', 'chat.templates'];
const COPY = 'copy:';

type Lists = 'messageTemplates' | 'messageTemplate' | 'choices.templateAccounts';

/** Message templates, including drafts, and the accounts they can belong to. */
export function managedTemplateLists(parts: CallParts): Pick<ListSources, Lists> {
  const { gateway } = parts;
  return {
    messageTemplates: async ({ page, limit, search, filters: { status = null } }) => {
      const variables = { status, search, pagination_page: page, pagination_limit: limit };
      const result = await gateway.request(graphqlCall(parts, 'list.fetch', calls.paginatedTemplates, { variables }));
      return mapped(result, ({ paginatedTemplates: { items, total_items: total } }) => ({
        list: 'messageTemplates',
        rows: items,
        total,
      }));
    },
    messageTemplate: async ({ filters: { id = '' } }) => {
      const request = { variables: { id } };
      const result = await gateway.request(graphqlCall(parts, 'list.fetch', calls.managedTemplate, request));
      return mapped(result, ({ managedTemplate }) => ({ list: 'messageTemplate', rows: [managedTemplate], total: 1 }));
    },
    'choices.templateAccounts': async () => {
      const result = await gateway.request(graphqlCall(parts, 'list.fetch', calls.templateAccounts, { variables: {} }));
      return mapped(result, ({ templateAccounts: all }) => ({
        list: 'choices.templateAccounts',
        rows: all.map(({ id, name }) => ({ id, label: name })),
        total: all.length,
      }));
    },
  };
}

type Forms = 'template' | 'template.submit' | 'template.delete' | 'template.file';

/** Editing templates, and calls to the provider. The key of a copy is `copy:` and the original's id. */
export function managedTemplateForms(parts: CallParts, files: KeptFiles): Pick<FormSources, Forms> {
  const { gateway } = parts;
  const saved = ({ id, version }: ManagedTemplate): Saved => ({ id, version, lists: LISTS });
  return {
    template: {
      load: async (key) => {
        if (key === 'new') return { ok: true, answer: { values: NEW, version: null } };
        const id = key.startsWith(COPY) ? key.slice(COPY.length) : key;
        const result = await gateway.request(
          graphqlCall(parts, 'form.load', calls.managedTemplate, { variables: { id } }),
        );
        if (!result.ok) return result;
        const { form, version } = result.answer.managedTemplate;
        if (form === null) return { ok: false, failure: NOT_FOUND };
        if (key === id) return { ok: true, answer: { values: form, version } };
        // Its name is taken.
        return { ok: true, answer: { values: { ...form, name: '' }, version: null } };
      },
      save: async (key, values, version) => {
        const input = parseValues(templateFormSchema, { ...values });
        if (!input.ok) return input;
        const form = input.answer;
        if (key === 'new' || key.startsWith(COPY)) {
          const made = await gateway.request(
            graphqlCall(parts, 'form.save', calls.newTemplate, { variables: { form } }),
          );
          return mapped(made, ({ newTemplate }) => saved(newTemplate));
        }
        const variables = { id: key, version, form };
        const result = await gateway.request(graphqlCall(parts, 'form.save', calls.updateTemplate, { variables }));
        return mapped(result, ({ updateTemplate }) => saved(updateTemplate));
      },
    },
    'template.submit': {
      save: async (id, { version = null }) => {
        const body = { id, version: typeof version === 'string' ? version : null };
        const result = await gateway.request(restRequest(parts, 'form.save', submitTemplate, { body }));
        return mapped(result, () => ({ id, version: null, lists: LISTS }));
      },
    },
    'template.delete': {
      save: async (id) => {
        const result = await gateway.request(restRequest(parts, 'form.save', deleteTemplate, { body: { id } }));
        return mapped(result, () => ({ id, version: null, lists: LISTS }));
      },
    },
    'template.file': {
      save: async (clientId, { file_name, instance_id }, _version, { signal }) => {
        const name = typeof file_name === 'string' ? file_name : '';
        const query = { instance_id: typeof instance_id === 'string' ? instance_id : '' };
        const [file, { GONE, uploadTo }] = await Promise.all([files.read(clientId), import('../tenant/uploads.ts')]);
        if (file === null) return { ok: false, failure: GONE };
        const upload = { command: 'form.save', clientId, name, file, query } as const;
        const result = await uploadTo(parts, uploadTemplateFile, upload, signal);
        if (!result.ok) return result;
        if (result.answer === null) return { ok: false, failure: ABANDONED };
        return { ok: true, answer: { id: result.answer.id, version: null, lists: [] } };
      },
    },
  };
}

/** Initial values of a new template. */
const NEW: ValuesOf<'template'> = {
  instance_id: null,
  name: '',
  language: 'pt_BR',
  category: 'UTILITY',
  named: false,
  header: 'none',
  header_text: '',
  header_file_id: null,
  body: '',
  footer: '',
  buttons: [],
  card_header: 'image',
  cards: [],
  examples: [],
} satisfies Record<keyof TemplateForm, unknown>;
