import { templateModel } from '../../models/server/template.model.ts';
import type { TemplateEvent, TemplateState } from '../../models/server/template.model.ts';
import type { ManagedTemplate } from '../../contract/entities/managed-template.ts';
import { managedTemplate, newTemplate, updateTemplate } from '../../contract/graphql/managed-templates.ts';
import { messageTemplates } from '../../contract/graphql/message-templates.ts';
import { postTemplate, templateForm } from '../server/templates/template-calls.ts';
import { Refused } from './attendance.ts';
import { expectEventually } from './expect-eventually.ts';
import type { StatesSteps } from './states-walk.ts';
import type { StatesWorld } from './states-world.ts';

interface Path {
  readonly world: StatesWorld;
  readonly id: string;
  readonly name: string;
}

/** As its writers see it; null once it is gone. */
async function look({ world, id }: Path): Promise<ManagedTemplate | null> {
  try {
    return (await world.call(world.people.ana, managedTemplate, { id })).managedTemplate;
  } catch (error) {
    if (error instanceof Refused && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

function formOf({ world, name }: Pick<Path, 'world' | 'name'>) {
  const body = `Olá, {{1}}! Chega em {{2}} dias, versão ${world.next()}.`;
  return templateForm(world.instances.vendas, name, { body });
}

async function post(path: Path, deed: 'submit' | 'delete', body: Record<string, unknown>): Promise<void> {
  const { world, id } = path;
  const { status, key } = await postTemplate(world, deed, { id, ...body }, world.people.ana);
  const code = status === 404 ? 'NOT_FOUND' : 'CONFLICT';
  if (status === 404 || status === 409) throw new Refused(status, [{ message: '', extensions: { code, key } }]);
  if (status !== 200) throw new Error(`${status} ${key}`);
}

/** Meta tells of a status: of ours, or of one with its name that we don't have. */
async function tell({ world, name }: Path, event: string): Promise<void> {
  const known = (await world.emulator.templates()).find((each) => each.name === name);
  if (known === undefined) {
    const value = { event, message_template_id: 77, message_template_name: name, message_template_language: 'pt_BR' };
    const changes = [{ field: 'message_template_status_update', value }];
    await world.webhook({
      object: 'whatsapp_business_account',
      entry: [{ id: '900000000000001', time: Math.floor(Date.now() / 1000), changes }],
    });
    return;
  }
  await world.emulator.setTemplateStatus(known.id, event);
  await expectEventually(async () => (await world.emulator.webhooks()).pending).toEqual([]);
}

const deeds = {
  edited: async (path) => {
    const { world, id } = path;
    const form = formOf(path);
    await world.call(world.people.ana, updateTemplate, { id, version: (await look(path))?.version ?? '1', form });
  },
  submitted: async (path) => post(path, 'submit', { version: (await look(path))?.version ?? '1' }),
  approved: (path) => tell(path, 'APPROVED'),
  rejected: (path) => tell(path, 'REJECTED'),
  paused: (path) => tell(path, 'PAUSED'),
  disabled: (path) => tell(path, 'DISABLED'),
  listed: ({ world }) => world.sync(),
  deleted: (path) => post(path, 'delete', {}),
} satisfies Record<TemplateEvent, (path: Path) => Promise<unknown>>;

export const templateSteps: StatesSteps<TemplateState, TemplateEvent, Path> = {
  model: templateModel,
  begin: async (world) => {
    const name = `passeio_${world.next()}`;
    const { ana } = world.people;
    const { id } = (await world.call(ana, newTemplate, { form: formOf({ world, name }) })).newTemplate;
    return { world, id, name };
  },
  deeds,
  state: async (path) => {
    const found = await look(path);
    if (found === null) return 'deleted';
    return found.has_draft ? `${found.status}, edited` : found.status;
  },
  kept: async (path) => {
    const found = await look(path);
    if (found === null) return null;
    // Said anew, a pause is counted from now; only a listing tells the first quality.
    const { updated_at: _at, paused_until: _until, quality: _quality, ...rest } = found;
    return rest;
  },
  invariants: {
    'it can be sent just while it is approved': async (path, state) => {
      const { world, id } = path;
      const instance_id = world.instances.vendas;
      const listed = (await world.call(world.people.ana, messageTemplates, { instance_id })).messageTemplates;
      const isApproved = state === 'approved' || state === 'approved, edited';
      return (
        listed.some((each) => each.id === id) === isApproved &&
        ((await look(path))?.is_sendable ?? false) === isApproved
      );
    },
    'deleted, the provider doesn’t have it either': async ({ world, name }, state) => {
      const isThere = (await world.emulator.templates()).some((each) => each.name === name);
      return (state !== 'draft' && state !== 'deleted') === isThere;
    },
  },
};
