import { openAsBlob, readFileSync } from 'node:fs';
import { chmod, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { CustomerImport } from '../../contract/entities/customer-import.ts';
import type { ImportStatus } from '../../contract/facts/imports.ts';
import { customerImport, mapCustomerImport, startCustomerImport } from '../../contract/graphql/customer-imports.ts';
import { uploadImport } from '../../contract/rest/customer-imports.ts';
import { callGraphql } from '../support/attendance.ts';
import { DEMO_PASSWORD, spawnServer, tokenOf } from '../support/server.ts';
import type { BenchRow } from './row.ts';

const ROWS = Number(process.env['BALCAO_BENCH_ROWS'] ?? 1_000_000);
const BUDGET_S = 120;
const MEMORY_MB = 300;

/** A base of a million customers: uploaded, looked at, checked and taken in, in seconds; and what the server grows by. */
export async function benchImport(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-bench-'));
  // So that, run as root, PostgreSQL's own user gets in.
  await chmod(folder, 0o711);
  const server = await spawnServer({ mode: 'demo', env: { DATA_DIR: join(folder, 'data') } });
  try {
    const path = join(folder, 'base.csv');
    await writeBase(path);
    const who = { tenant: 'aurora', token: await tokenOf(server.url, 'ana@aurora.example', DEMO_PASSWORD) };
    const before = residentOf(server.child.pid);
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, residentOf(server.child.pid))), 250);
    const began = performance.now();
    const until = async (id: string, status: ImportStatus): Promise<CustomerImport> => {
      for (;;) {
        const found = (await callGraphql(server.url, who, customerImport, { id })).customerImport;
        if (found.status === status) return found;
        if (found.status === 'failed') throw new Error(`The import failed: ${found.failure}`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    };
    const response = await fetch(`${server.url}/api/customer-imports/${randomUUID()}?name=base.csv`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${who.token}`, 'content-type': 'text/csv' },
      body: await openAsBlob(path),
    });
    const { id } = uploadImport.answer.parse(await response.json());
    const { columns } = await until(id, 'mapping');
    await callGraphql(server.url, who, mapCustomerImport, {
      id,
      columns: columns.flatMap(({ target }, column) => (target === null ? [] : [{ column, target, field_id: null }])),
    });
    await until(id, 'ready');
    const checked = performance.now();
    await callGraphql(server.url, who, startCustomerImport, {
      id,
      on_existing: 'fill',
      consent_origin: 'Ficha de cadastro',
      consent_day: '2026-01-01',
      consent_channels: ['whatsapp'],
    });
    const done = await until(id, 'done');
    const ended = performance.now();
    clearInterval(watch);
    // One of the numbers may be the demo's.
    if (done.added + done.changed + done.kept + done.refused !== ROWS)
      throw new Error(`Rows were lost: ${JSON.stringify(done)}`);
    const row = (what: string, value: number, unit: string, budget: number): BenchRow => ({
      what,
      value,
      unit,
      budget,
      better: 'less',
    });
    return [
      row(`${ROWS} rows: looked at and checked`, (checked - began) / 1_000, 's', BUDGET_S / 3),
      row(`${ROWS} rows: in all`, (ended - began) / 1_000, 's', BUDGET_S),
      row('what the server grew by', (most - before) / 2 ** 20, 'MB', MEMORY_MB),
    ];
  } finally {
    await server.end();
    await rm(folder, { recursive: true, force: true });
  }
}

/** In bytes; 0 where the system doesn't say. */
function residentOf(pid: number | undefined): number {
  try {
    const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/u.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) * 1_024;
  } catch {
    return 0;
  }
}

/** Windows-1252, with all that goes wrong in such files: doubles, 0800, formulas, quotes, either form of a number. */
async function writeBase(path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    let piece = 'Nome;Telefone;E-mail;Observações\r\n';
    for (let at = 0; at < ROWS; at++) {
      const digits = String(70_000_000 + at);
      const phone =
        at % 50 === 7 ? '0800 722 1100' : at % 40 === 3 ? `11 9${String(70_000_000)}` : `(1${1 + (at % 9)}) 9${digits}`;
      piece += `"João ""${at}"" da Conceição";${phone};joao${at}@mail.example;=1+${at}\r\n`;
      if (piece.length < 1 << 20) continue;
      await file.write(Buffer.from(piece, 'latin1'));
      piece = '';
    }
    await file.write(Buffer.from(piece, 'latin1'));
  } finally {
    await file.close();
  }
}
