import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { CustomerImport, ImportStart } from '../../../contract/entities/customer-import.ts';
import type { ImportStatus } from '../../../contract/facts/imports.ts';
import { customerImport, mapCustomerImport, startCustomerImport } from '../../../contract/graphql/customer-imports.ts';
import { uploadImport } from '../../../contract/rest/customer-imports.ts';
import { callGraphql } from '../../support/attendance.ts';
import type { Person } from '../../support/attendance.ts';

type Who = Pick<Person, 'tenant' | 'token'>;

/** Uploads a file; answers the whole response. */
export function upload(
  url: string,
  who: Who,
  name: string,
  file: string | Uint8Array<ArrayBuffer>,
  id: string = randomUUID(),
): Promise<Response> {
  return fetch(`${url}/api/customer-imports/${id}?${new URLSearchParams({ name })}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/octet-stream' },
    body: file,
  });
}

/** One person's imports on a server. */
export function importsOf(url: string, who: Who) {
  const read = async (id: string): Promise<CustomerImport> =>
    (await callGraphql(url, who, customerImport, { id })).customerImport;

  const until = async (id: string, ...statuses: ImportStatus[]): Promise<CustomerImport> => {
    await expect
      .poll(async () => (await read(id)).status)
      .toSatisfy((status: ImportStatus) => statuses.includes(status) || status === 'failed');
    return read(id);
  };

  const mapped = async (id: string, columns: CustomerImport['columns']): Promise<void> => {
    await callGraphql(url, who, mapCustomerImport, {
      id,
      columns: columns.flatMap(({ target, field_id }, column) =>
        target === null ? [] : [{ column, target, field_id }],
      ),
    });
  };

  return {
    read,
    until,
    /** Uploads a file and waits for its columns. */
    async uploaded(name: string, file: string | Uint8Array<ArrayBuffer>): Promise<CustomerImport> {
      const response = await upload(url, who, name, file);
      const body: unknown = await response.json();
      if (!response.ok) throw new Error(`${response.status} ${JSON.stringify(body)}`);
      return until(uploadImport.answer.parse(body).id, 'mapping');
    },
    /** The same, checked as its columns are proposed. */
    async checked(name: string, file: string | Uint8Array<ArrayBuffer>): Promise<CustomerImport> {
      const { id, columns, status } = await this.uploaded(name, file);
      if (status === 'failed') throw new Error('The file was refused');
      await mapped(id, columns);
      return until(id, 'ready');
    },
    async begin(id: string, start: Partial<ImportStart> = {}): Promise<void> {
      await callGraphql(url, who, startCustomerImport, { id, on_existing: 'fill', ...start });
    },
    /** The same, taken in. */
    async done(
      name: string,
      file: string | Uint8Array<ArrayBuffer>,
      start: Partial<ImportStart> = {},
    ): Promise<CustomerImport> {
      const { id } = await this.checked(name, file);
      await this.begin(id, start);
      return until(id, 'done');
    },
    map: mapped,
  };
}
