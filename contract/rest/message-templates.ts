import * as z from 'zod/mini';
import { idSchema } from '../scalars.ts';
import { versionSchema } from '../fields.ts';
import { restCall } from './call.ts';

/**
 * Submits a draft, or a change of a template, to the provider. Refuses by field what the provider would, and with
 * `error.template.refused` what it did, whose words are in `details`; the draft stays. Needs `message-templates`.
 */
export const submitTemplate = restCall({
  method: 'POST',
  path: '/api/message-templates/submit',
  body: z.object({ id: z.string(), version: versionSchema }),
  answer: z.object({ id: idSchema, status: z.string() }),
});

/**
 * Deletes a draft, or a template in its language at the provider as well. CONFLICT `error.template.inUse` while a
 * campaign needs it. Needs `message-templates`.
 */
export const deleteTemplate = restCall({
  method: 'POST',
  path: '/api/message-templates/delete',
  body: z.object({ id: z.string() }),
  answer: z.object({ id: idSchema }),
});

/**
 * Uploads an example of a template's header, as a stream, and hands it to the provider. `name` and `instance_id`, of
 * whose account the template will be, are in the query. Idempotent by user and client id.
 */
export const uploadTemplateFile = restCall({
  method: 'PUT',
  path: '/api/message-templates/files/:client_id',
  body: z.object({ client_id: z.string(), name: z.string(), instance_id: z.string() }),
  answer: z.object({ id: idSchema }),
});
